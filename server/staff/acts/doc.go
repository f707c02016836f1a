// Package acts keeps what the staff do: who did what, why, and on which member. It owns the tables
// acts, act_details, act_subjects, act_seals, act_holds and staff_requests.
//
//	Decision.Do   ─▶ the effect and its act, in one transaction: without its act nothing happens
//	Decision.Note ─▶ the act alone, before an effect that takes many transactions
//	                row 1 ◀─hash─ row 2 ◀─hash─ row 3   one chain a member; of acts about no member or many, one a person
//	Seal          ─▶ a hash over the acts of each day that is over, in the log, too, so that it leaves the house
//	Verify        ─▶ every act that was altered, is missing, was put in later or does not follow on the one before it
//
// Invariants:
//
//   - A service can do nothing in the name of the staff without a Decision, and a Decision does
//     nothing but by Do and Note. Only this package makes one that counts.
//   - A row is added and never changed, which a trigger keeps. Hash = SHA-256 of the hash before
//     it, of the row's place, which is its id, chain, number, time and how long it is kept, and of
//     the hash of what it says with a salt.
//   - What an act was given and changed is sealed apart. The act keeps a hash of it with a salt, so
//     it can be sealed anew with another secret, and deleted once the act has forgotten, while the
//     chain stays as it is.
//   - Once its time is over and its day is sealed, a row forgets what it says, and the salt. It
//     keeps its place and its hashes, which still prove one another, the rows around it and the
//     seal of its day.
package acts
