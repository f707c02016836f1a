// Package proposal keeps what somebody of the staff wants done and a second person decides. It owns
// the table proposals.
//
//	Add, Propose ─▶ the proposal and an act that says so; nothing else is changed
//	Approve      ─▶ the same service method, as a decision of who proposed it, with who approves kept beside:
//	                in one transaction its effect, its act, the act of who approved, and the proposal's end
//	Reject       ─▶ another person says no
//	Withdraw     ─▶ who proposed it takes it back
//
// Invariants:
//
//   - What is approved is what was shown: the input is frozen as text, and who approves names its
//     hash.
//   - A person never approves what they proposed. Who approves holds the scope of the act and the
//     one that approves it, who proposed it still holds the first, and both are read at that moment.
//   - A proposal is decided once, however many try at once, and not at all after three days.
package proposal
