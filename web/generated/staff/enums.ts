// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.

/** When a contract ends. */
export type ContractEnd =
  /** With its paid days. Its member may take that back. */
  | 'TERM'
  /** Now, for good: nothing may be watched, and what is owed is void. */
  | 'NOW';

/** What becomes of the contracts of a blocked member. */
export type ContractsOfBlocked =
  /** They end with what is paid of them. */
  | 'END_AT_TERM'
  /** They end now, for good. */
  | 'END_NOW';

/** What is wrong, for programs. The texts are what members read in English; braces stand for values. */
export type ErrorCode =
  /** This external account is already linked to another member account. */
  | 'ACCOUNT_ALREADY_EXISTS'
  /** This email address is already in use. Please register a different one. */
  | 'ACCOUNT_ALREADY_EXISTS_EMAIL'
  /** This user ID is already in use. Please register a different one. */
  | 'ACCOUNT_ALREADY_EXISTS_USER_ID'
  /** Use letters and digits only. */
  | 'ALPHANUMERIC_ONLY'
  /** There is nothing to decide any more: this is {state}. */
  | 'ALREADY_DONE'
  /** It is turned on already. */
  | 'ALREADY_ENABLED'
  /** You are already logged in. */
  | 'ALREADY_SIGNED_IN'
  /** The owner of the card has to be authenticated (3-D Secure) for this payment. */
  | 'AUTHENTICATION_REQUIRED'
  /** There are new backup codes. Please save those that are shown now. */
  | 'BACKUP_CODES_CHANGED'
  /** The period of this bill has not begun yet. */
  | 'BILL_NOT_DUE'
  /** Nothing is owed for this bill: it is {state}. */
  | 'BILL_NOT_OPEN'
  /** What was sent is too large. */
  | 'BODY_TOO_LARGE'
  /** We could not make sure that this is not an automated request. Please reload the page and try again. */
  | 'BOT_CHECK_FAILED'
  /** Use letters and digits only in the campaign code. */
  | 'CAMPAIGN_CODE_INVALID'
  /** This campaign code cannot be used. */
  | 'CAMPAIGN_CODE_NOT_APPLICABLE'
  /** Please enter a campaign code */
  | 'CAMPAIGN_CODE_REQUIRED'
  /** This campaign code alone does not cover the payment. Please choose another payment method. */
  | 'CAMPAIGN_NOT_FREE'
  /** The campaign has ended or has been used as often as it can be, so the order was not completed. You have not been charged. Please check the details and order again. */
  | 'CAMPAIGN_OVER'
  /** What the provider told cannot be booked: it fits no bill that is owed. */
  | 'CANNOT_BE_BOOKED'
  /** This card is registered already. Please choose it from your payment methods. */
  | 'CARD_ALREADY_REGISTERED'
  /** The card company did not approve the payment. You have not been charged. Please try another card or ask your card company. */
  | 'CARD_DECLINED'
  /** Credit card registration failed. Please check what you entered and try again. */
  | 'CARD_REGISTRATION_FAILED'
  /** A change of the email address or a reset of the second factors was begun for this member within the last {days} days. One may not follow on the other. */
  | 'CHANGED_LATELY'
  /** This charge is {state} and cannot be given back. */
  | 'CHARGE_NOT_SETTLED'
  /** A charge for this is due or under way. Try again once its outcome is known. */
  | 'CHARGE_UNDER_WAY'
  /** What was sent differs from what you confirmed. Please go back to the form and try again. */
  | 'CONFIRM_MISMATCH'
  /** Something else changed at the same time. Please check the latest state and try again. */
  | 'CONFLICT'
  /** Your consent to the terms is required. */
  | 'CONSENT_REQUIRED'
  /** You cannot buy this because you have reached the limit of contracts. */
  | 'CONTRACT_LIMIT_REACHED'
  /** You cannot close your account while you have a plan under contract. Please cancel the plan first. */
  | 'CONTRACT_REMAINS'
  /** Requests from other sites are not accepted. */
  | 'CROSS_ORIGIN'
  /** This operation is not valid. */
  | 'DOCUMENT_INVALID'
  /** This query is not allowed. */
  | 'DOCUMENT_NOT_ALLOWED'
  /** This plan is already under contract, or its payment is being checked. You will not be charged twice. */
  | 'DOUBLE_BILLING_DETECTED'
  /** This email address is verified already. */
  | 'EMAIL_ALREADY_VERIFIED'
  /** The format of the email address is incorrect. */
  | 'EMAIL_INVALID'
  /** No email address is registered. Please register one first. */
  | 'EMAIL_NOT_SET'
  /** It cannot be turned on because your email address is not verified. */
  | 'EMAIL_NOT_VERIFIED'
  /** Please enter your email address. */
  | 'EMAIL_REQUIRED'
  /** This link has expired. A link that has been used does not work either. Please log in and check your account. */
  | 'EMAIL_UNDO_EXPIRED'
  /** Your former email address cannot be restored here, because you could no longer log in. Please contact us. */
  | 'EMAIL_UNDO_NO_LOGIN'
  /** Your former email address belongs to another account now, so it cannot be restored. Please contact us. */
  | 'EMAIL_UNDO_TAKEN'
  /** The external account could not be linked because of a system error. Please try again later. */
  | 'EXTERNAL_FAILED'
  /** We could not confirm that it is you. Please choose the external account that is linked to your account. */
  | 'EXTERNAL_OF_ANOTHER'
  /** This is not allowed. */
  | 'FORBIDDEN'
  /** This member is guarded: a second person has to decide, which is not possible here. */
  | 'GUARDED'
  /** Use letters, digits and symbols only. */
  | 'HALF_WIDTH_ONLY'
  /** This link does not work. Its time is over, or the change has ended already. */
  | 'HELD_CHANGE_OVER'
  /** Do not write down card numbers. */
  | 'HOLDS_CARD_NUMBER'
  /** Do not write down My Numbers. */
  | 'HOLDS_MY_NUMBER'
  /** Have the member prove first who they are: three right answers within the last 15 minutes, for the same ticket. */
  | 'IDENTITY_UNPROVEN'
  /** The image is too large. Please choose one of at most 5 MB, and with a smaller width and height. */
  | 'IMAGE_TOO_LARGE'
  /** The image could not be read. Please choose another one. */
  | 'IMAGE_UNREADABLE'
  /** An error occurred */
  | 'INTERNAL'
  /** This contains characters that cannot be used. */
  | 'INVALID_CHARACTERS'
  /** Please choose one. */
  | 'INVALID_CHOICE'
  /** This is not in the right format. */
  | 'INVALID_FORMAT'
  /** What was sent cannot be read. */
  | 'INVALID_JSON'
  /** You cannot use your current password or one you used before. Please enter another one. */
  | 'INVALID_PASSWORD_REUSED'
  /** Something you entered is not right. */
  | 'INVALID_REQUEST'
  /** This page has expired or a step was skipped. Please start again from the beginning. */
  | 'INVALID_SESSION_FLOW'
  /** Use full-width katakana. */
  | 'KANA_ONLY'
  /** This key was used for something else. Use a new one. */
  | 'KEY_REUSED'
  /** You have no other way to log in, so it cannot be unlinked. Please set a password first. */
  | 'LAST_LOGIN_METHOD'
  /** There has to be another owner first. */
  | 'LAST_OWNER'
  /** This link does not work any more. It has expired, or your plan has changed since. Please log in and check your plan. */
  | 'LEAVE_LINK_EXPIRED'
  /** You have reached the limit of this ({max}). */
  | 'LIMIT_EXCEEDED'
  /** You are logged in with this external account, so it cannot be unlinked. */
  | 'LOGGED_IN_WITH_IT'
  /** A mailed code alone is not enough to log in to this account. Please log in another way, such as with your password. */
  | 'LOGIN_ANOTHER_WAY'
  /** Your second step cannot be taken at the moment. If you have reset your password, please try again 24 hours after the reset, or contact us. */
  | 'LOGIN_FACTOR_UNAVAILABLE'
  /** We could not log you in. */
  | 'LOGIN_FAILED'
  /** The login code is incorrect. Please have a new one sent and try again. */
  | 'LOGIN_FAILED_CODE'
  /** The email address or the password is incorrect. */
  | 'LOGIN_FAILED_EMAIL'
  /** The user ID or the password is incorrect. */
  | 'LOGIN_FAILED_USER_ID'
  /** Please enter your email address or user ID. */
  | 'LOGIN_IDENTIFIER_REQUIRED'
  /** This account cannot be used to log in. */
  | 'LOGIN_PROHIBITED'
  /** This member is blocked and is charged nothing more. */
  | 'MEMBER_BLOCKED'
  /** This member has left. */
  | 'MEMBER_LEFT'
  /** This cannot be done for this member, who is {state}. */
  | 'MEMBER_NOT_ACTIVE'
  /** This cannot be done here. */
  | 'METHOD_NOT_ALLOWED'
  /** On passwordConfirm: The passwords do not match. */
  | 'MISMATCH'
  /** You need a scope for this: {scope} */
  | 'MISSING_SCOPE'
  /** Authentication failed. */
  | 'MULTI_FACTOR_FAILED'
  /** On password: The password needs at least one digit. */
  | 'NEEDS_DIGIT'
  /** On password: The password needs at least one lower-case letter. */
  | 'NEEDS_LOWERCASE'
  /** On password: The password needs at least one symbol. */
  | 'NEEDS_SYMBOL'
  /** On password: The password needs at least one upper-case letter. */
  | 'NEEDS_UPPERCASE'
  /** This has no end of its own, or was ended. */
  | 'NOTHING_TO_EXTEND'
  /** We could not find what you are looking for. */
  | 'NOT_FOUND'
  /** Your order has expired. You have not been charged. Please start again from the beginning. */
  | 'ORDER_EXPIRED'
  /** This page was replaced by a newer order. Please start again from the beginning. */
  | 'ORDER_REPLACED'
  /** The code is incorrect. Please enter the latest 6 digits that your app shows. */
  | 'OTP_INVALID'
  /** Please enter the 6-digit one-time password. */
  | 'OTP_LENGTH'
  /** This is your own membership: somebody else has to do it. */
  | 'OWN_ACCOUNT'
  /** You proposed this yourself: somebody else has to decide. */
  | 'OWN_PROPOSAL'
  /** The time is up. Please try again. */
  | 'PASSKEY_EXPIRED'
  /** The passkey could not be verified. Please try again, or use another way. */
  | 'PASSKEY_FAILED'
  /** This passkey is already registered. */
  | 'PASSKEY_REGISTERED'
  /** This passkey is not registered, or has been deleted. Please use another way. */
  | 'PASSKEY_UNKNOWN'
  /** Your account has a password already. */
  | 'PASSWORD_ALREADY_SET'
  /** For your safety, please change your password first. */
  | 'PASSWORD_CHANGE_REQUIRED'
  /** Your account has no password. Please set one first. */
  | 'PASSWORD_NOT_SET'
  /** Please enter your password. */
  | 'PASSWORD_REQUIRED'
  /** This link has expired. A link that has been used does not work either. Please ask for a new password once more. */
  | 'PASSWORD_RESET_EXPIRED'
  /** The password has {min} characters or more */
  | 'PASSWORD_TOO_SHORT'
  /** The payment was not approved, or you left before it was. You have not been charged. Please try again, or choose another way to pay. */
  | 'PAYMENT_DECLINED'
  /** The payment method could not be changed. You have not been charged. Please wait a while and try again. */
  | 'PAYMENT_METHOD_CHANGE_FAILED'
  /** This payment method cannot be deleted because a plan that is under contract or scheduled to cancel uses it. */
  | 'PAYMENT_METHOD_IN_USE'
  /** You can register up to {max} payment methods. Please delete one you do not use and try again. */
  | 'PAYMENT_METHOD_LIMIT_REACHED'
  /** The payment method of this contract cannot be changed. */
  | 'PAYMENT_METHOD_NOT_CHANGEABLE'
  /** This payment method cannot be used for this plan. */
  | 'PAYMENT_METHOD_NOT_FOR_PLAN'
  /** No payment method is registered. Please register one first. */
  | 'PAYMENT_METHOD_NOT_REGISTERED'
  /** Please choose a payment method. */
  | 'PAYMENT_METHOD_NOT_SELECTED'
  /** The payment method could not be registered. */
  | 'PAYMENT_METHOD_REGISTER_FAILED'
  /** This payment method cannot be used. Please choose another one. */
  | 'PAYMENT_METHOD_UNAVAILABLE'
  /** We are checking the result of your payment. You will not be charged twice; please wait. */
  | 'PAYMENT_PENDING'
  /** We could not reach the payment service. You have not been charged. Please wait a while and try again. */
  | 'PAYMENT_UNAVAILABLE'
  /** Please enter the 11 digits of a mobile phone that receives SMS, without hyphens. */
  | 'PHONE_NUMBER_INVALID'
  /** The {codeName} is incorrect or has expired. */
  | 'PIN_CODE_ERROR'
  /** The contract has been cancelled, so its plan cannot be changed. To change it, please undo the cancellation first. */
  | 'PLAN_CHANGE_CANCELLED'
  /** You cannot change to this plan at the moment. */
  | 'PLAN_CHANGE_IMPOSSIBLE'
  /** A payment is due, so the plan cannot be changed. Please pay first. */
  | 'PLAN_CHANGE_UNPAID'
  /** You already have a plan that cannot be held together with this one. Please change your plan instead. */
  | 'PLAN_GROUP_HELD'
  /** The plan of this contract cannot be changed, because of the way it is paid or of the plan itself. */
  | 'PLAN_NOT_CHANGEABLE'
  /** Please choose a plan. */
  | 'PLAN_NOT_SELECTED'
  /** The terms have changed. Please read the latest version and agree to it again. */
  | 'POLICY_CHANGED'
  /** No address was found for this postal code. */
  | 'POSTAL_CODE_NOT_FOUND'
  /** We did not take your order because the price or the conditions have changed since they were shown. You have not been charged. Please check them and order again. */
  | 'PRICE_CHANGED'
  /** This plan cannot be ordered at the moment. You have not been charged. */
  | 'PRODUCT_UNAVAILABLE'
  /** Your profile was changed elsewhere in the meantime. Please check what is registered now and try again. */
  | 'PROFILE_CHANGED'
  /** This cannot be used with the current profile. Please switch to the profile {profiles} and try again. */
  | 'PROFILE_FORBIDDEN'
  /** You can have up to {max} profiles. Please delete one you do not use and try again. */
  | 'PROFILE_LIMIT_REACHED'
  /** You already have a profile with this name. Please choose a different one. */
  | 'PROFILE_NAME_TAKEN'
  /** The PIN is incorrect. */
  | 'PROFILE_PIN_WRONG'
  /** This proposal is not what you were shown. Read it once more. */
  | 'PROPOSAL_ALTERED'
  /** This proposal is {state} already. */
  | 'PROPOSAL_DECIDED'
  /** Nobody decided this proposal in time. Propose it once more. */
  | 'PROPOSAL_EXPIRED'
  /** The person or program that proposed this may not do it any more. */
  | 'PROPOSAL_VOID'
  /** Your order could not be taken because something else was going on at the same time. This attempt has not charged you. Please wait a while and try again. */
  | 'PURCHASE_LOCK_FAILED'
  /** Your order could not be taken because of a temporary fault. You have not been charged. Please wait a while and try again. */
  | 'PURCHASE_STORE_FAILED'
  /** You have only just bought this. Please wait a while and try again. */
  | 'PURCHASE_TOO_FREQUENT'
  /** Please say first why you look at the pages of this member. */
  | 'REASON_REQUIRED'
  /** Please say the reason in more detail. */
  | 'REASON_TOO_THIN'
  /** Please confirm once more that it is you. */
  | 'REAUTHENTICATION_REQUIRED'
  /** Somebody else asked for the same refund within the last ten minutes ({refundId}). Say that you mean it even so. */
  | 'REFUNDED_JUST_NOW'
  /** Only {left} yen of this charge may still be given back. */
  | 'REFUND_EXCEEDS_LEFT'
  /** The provider gives back no part of this charge: only all {amount} yen of it. */
  | 'REFUND_WHOLE_ONLY'
  /** This service cannot be used from the country or region you are in. */
  | 'REGION_BLOCKED'
  /** The password is incorrect. */
  | 'REQUEST_UNAUTHORIZED'
  /** Please fill this in. */
  | 'REQUIRED'
  /** The terms have changed. Please agree to them before you go on. */
  | 'RE_CONSENT_REQUIRED'
  /** This sample video is copy-protected (DRM) and cannot be played on this page. You can still place your order. */
  | 'SAMPLE_PROTECTED'
  /** This sample video cannot be played at the moment. You can still place your order. */
  | 'SAMPLE_UNAVAILABLE'
  /** You do not hold this scope yourself: {scope} */
  | 'SCOPE_EXCEEDS_OWN'
  /** The set-up has expired. Please start again. */
  | 'SECRET_MISMATCH'
  /** Money was taken more than once for this. Name one of the charges. */
  | 'SEVERAL_CHARGES'
  /** The time for your registration is up. Please start again from the beginning. */
  | 'SIGNUP_TIMEOUT'
  /** The email address of the external account is already used by a member. Please log in and link it on My Page. */
  | 'SOCIAL_EMAIL_ALREADY_EXISTS'
  /** Somebody with this email address works here already. */
  | 'STAFF_EXISTS'
  /** This invitation does not count any more. Please ask for a new one. */
  | 'STAFF_INVITE_OVER'
  /** You could not be logged in. Please check what you entered. */
  | 'STAFF_LOGIN_FAILED'
  /** You cannot decide this about yourself. */
  | 'STAFF_ONESELF'
  /** It was changed meanwhile. Look at it as it is now and try again. */
  | 'STALE'
  /** This link does not work any more. If you have a question, please contact us. */
  | 'STOP_LINK_EXPIRED'
  /** The payment company has already been told to stop, so the cancellation cannot be undone. To go on watching, please subscribe again after the contract has ended. */
  | 'SUBSCRIPTION_AGREEMENT_ENDED'
  /** This contract is already scheduled to cancel or has been cancelled. */
  | 'SUBSCRIPTION_ALREADY_CANCELLED'
  /** The provider charges this contract by itself each month, so its days and bills cannot be changed here. */
  | 'SUBSCRIPTION_BILLED_BY_PROVIDER'
  /** This contract is coming to its end and cannot be paid for any more. */
  | 'SUBSCRIPTION_ENDING'
  /** No refused charge of this contract is tried again by itself now. */
  | 'SUBSCRIPTION_NOT_RETRIED'
  /** This contract is awaiting payment, so there are no days to add. */
  | 'SUBSCRIPTION_ON_HOLD'
  /** The contract is being renewed and cannot be cancelled now. */
  | 'SUBSCRIPTION_RENEWING'
  /** The contract is being renewed, so its payment method cannot be changed now. */
  | 'SUBSCRIPTION_RENEWING_METHOD'
  /** The contract is being renewed, so its plan cannot be changed now. */
  | 'SUBSCRIPTION_RENEWING_PLAN'
  /** The contract is being renewed, so its cancellation cannot be undone now. */
  | 'SUBSCRIPTION_RENEWING_UNDO'
  /** The questions have changed since this page was opened. Please reload the page and answer them again. */
  | 'SURVEY_CHANGED'
  /** The authentication of the card's owner (3-D Secure) was not completed, so the card was not saved. Please try again or use another card. */
  | 'TDS_CARD_NOT_SAVED'
  /** The authentication of the card's owner (3-D Secure) was not completed. You have not been charged. */
  | 'TDS_FAILED'
  /** Too much was found. Please give more to search by, or fewer days. */
  | 'TOO_BROAD'
  /** On password: This password is too easy to guess. Please choose another one. */
  | 'TOO_COMMON'
  /** This operation is too large (at most {max}). Ask for fewer entries or fields. */
  | 'TOO_DEAR'
  /** This may still be under way. It can be decided an hour after it was begun. */
  | 'TOO_EARLY'
  /** Please choose at least {min}. */
  | 'TOO_FEW_CHOICES'
  /** Please use at most {max} characters. */
  | 'TOO_LONG'
  /** Please choose at most {max}. */
  | 'TOO_MANY_CHOICES'
  /** You can register up to {max} passkeys. Please delete one that you do not use. */
  | 'TOO_MANY_PASSKEYS'
  /** Too many attempts. Please wait a while and try again. */
  | 'TOO_MANY_REQUESTS'
  /** Please send at most {max} values. */
  | 'TOO_MANY_VALUES'
  /** Use {min} characters or more. */
  | 'TOO_SHORT'
  /** Please log in. */
  | 'UNAUTHENTICATED'
  /** We cannot do this right now. Please wait a while and try again. */
  | 'UNAVAILABLE'
  /** On email: Please change the email address. */
  | 'UNCHANGED'
  /** The code we sent could not be delivered. Please check that the email address or phone number is correct, then send it again. */
  | 'UNDELIVERABLE'
  /** Something unexpected happened. Please start your order again from the beginning. */
  | 'UNEXPECTED_OPERATION'
  /** This is not accepted here. */
  | 'UNKNOWN_FIELD'
  /** What was sent is not in a format we accept. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** Your account could not be closed. Please contact us. */
  | 'WITHDRAW_FAILED'
  /** You cannot close your account yet because a payment is being checked. Please try again in a while. */
  | 'WITHDRAW_PAYMENT_UNDER_WAY'
  /** This is not the right kind of value. */
  | 'WRONG_TYPE';

/** What a hit was found by. */
export type FindKind =
  /** The id of the member. */
  | 'ACCOUNT_ID'
  /** The email address. */
  | 'EMAIL'
  /** The domain of the email address. */
  | 'EMAIL_DOMAIN'
  /** The user ID. */
  | 'USER_ID'
  /** The phone number. */
  | 'PHONE'
  /** Its last four digits. */
  | 'PHONE_LAST4'
  /** The name. */
  | 'NAME'
  /** The reading of the name. */
  | 'KANA'
  /** The last four digits of a card. */
  | 'CARD_SUFFIX'
  /** The day of birth. */
  | 'BIRTHDAY'
  /** The postal code. */
  | 'POSTAL_CODE'
  /** The id of a contract. */
  | 'CONTRACT_ID'
  /** The receipt of a cancellation. */
  | 'RECEIPT'
  /** The id of an order. */
  | 'ORDER_ID'
  /** The id of a bill. */
  | 'BILL'
  /** The id of a charge. */
  | 'CHARGE'
  /** The order id that a provider knows. */
  | 'PROVIDER_ORDER'
  /** The provider's own id of a charge. */
  | 'TRACKING'
  /** The id of a refund. */
  | 'REFUND';

/** A second factor. */
export type MemberFactor =
  /** Codes that are mailed. */
  | 'Email'
  /** Codes that are sent to a phone. */
  | 'SMS'
  /** Passwords of an authenticator app. */
  | 'OTP'
  /** Passkeys, all of them. */
  | 'Passkey';

/** What a member may have tried too often. */
export type MemberLimit =
  /** Passwords and codes that log in. */
  | 'LOGIN'
  /** Second factors. */
  | 'SECOND_FACTOR'
  /** The present password, where it is asked for once more. */
  | 'PASSWORD'
  /** Codes that are mailed or sent to a phone. */
  | 'CODES';

/** Whether somebody is a member. */
export type MemberStatus =
  /** A member. */
  | 'active'
  /** A member whom the staff have suspended. */
  | 'suspended'
  /** Somebody who has left. */
  | 'withdrawn';

/** A personal value that can be opened by itself. */
export type PersonalField =
  /** The name. */
  | 'NAME'
  /** The reading of the name. */
  | 'KANA'
  /** The email address. */
  | 'EMAIL'
  /** The phone number. */
  | 'PHONE'
  /** The day of birth. */
  | 'BIRTHDAY'
  /** The sex. */
  | 'SEX'
  /** The postal code. */
  | 'POSTAL_CODE'
  /** The address. */
  | 'ADDRESS'
  /** The user ID. */
  | 'USER_ID'
  /** What was answered in fields of the store's own. */
  | 'CUSTOM'
  /** The addresses of the network that logins came from. */
  | 'LOGIN_ADDRESSES';

/** Why something is done, as the member is told. The reason itself stays inside. */
export type ReasonKind =
  /** The member, or somebody for them, asked. */
  | 'INQUIRY'
  /** To mend a bill or a payment. */
  | 'BILLING'
  /** To keep an account safe. */
  | 'SECURITY'
  /** The law asks for it. */
  | 'LEGAL'
  /** To look into a misuse. */
  | 'FRAUD'
  /** To keep the service running. */
  | 'MAINTENANCE'
  /** To take back a mistake of the store's. */
  | 'MISTAKE';

/** What ends with a refund. */
export type RefundEnds =
  /** Nothing but what ends by itself once all was given back, as of a purchase. */
  | 'NOTHING'
  /** The contract, now and for good: nothing may be watched, and what is owed is void. */
  | 'CONTRACT'
  /** What was bought or rented with the order: it can be watched no longer. */
  | 'ENTITLEMENT';

/** A mail that can be sent once more. */
export type ResentMail =
  /** The receipt of an order that was completed. */
  | 'ORDER'
  /** The receipt of a cancellation that was not taken back. */
  | 'CANCELLATION'
  /** What was given back. */
  | 'REFUND'
  /** Where an address that was not verified is verified. */
  | 'VERIFY';

/** What somebody of the staff may do. In OAuth members.find is staff:members.find. */
export type StaffScope =
  /** members.find: search; hits are masked. Programs may hold it. */
  | 'MEMBERS_FIND'
  /** members.read: a member's state, masked. Programs may hold it. */
  | 'MEMBERS_READ'
  /** members.check: compare what a caller says with what is kept, without seeing it. */
  | 'MEMBERS_CHECK'
  /** members.reveal: open named fields for 15 minutes. Asks people to prove once more who they are. */
  | 'MEMBERS_REVEAL'
  /** members.support: send again, end sessions, clear limits, take notes. */
  | 'MEMBERS_SUPPORT'
  /** members.access: change an address, reset second factors, correct. Asks people to prove once more who they are. */
  | 'MEMBERS_ACCESS'
  /** members.block: block and guard. Asks people to prove once more who they are. */
  | 'MEMBERS_BLOCK'
  /** members.erase: end a membership for somebody. Asks people to prove once more who they are. */
  | 'MEMBERS_ERASE'
  /** contracts.read: contracts and what becomes of them. Programs may hold it. */
  | 'CONTRACTS_READ'
  /** contracts.write: cancel, take that back, extend, pause tries. */
  | 'CONTRACTS_WRITE'
  /** money.read: bills, charges, refunds, orders. Programs may hold it. */
  | 'MONEY_READ'
  /** money.refund: give back. Asks people to prove once more who they are. */
  | 'MONEY_REFUND'
  /** money.waive: no longer ask for a bill. */
  | 'MONEY_WAIVE'
  /** money.decide: end what is stuck. Asks people to prove once more who they are. */
  | 'MONEY_DECIDE'
  /** ops.read: queues, jobs, what providers told, the comparison of a day. Programs may hold it. */
  | 'OPS_READ'
  /** ops.retry: run a job again, compare a day. */
  | 'OPS_RETRY'
  /** acts.read: the record of what the staff did. Programs may hold it. */
  | 'ACTS_READ'
  /** acts.hold: keep an act from the member whom it is about, for a while. Asks people to prove once more who they are. */
  | 'ACTS_HOLD'
  /** staff.read: who works here. */
  | 'STAFF_READ'
  /** staff.manage: invite, give roles, disable. Asks people to prove once more who they are. */
  | 'STAFF_MANAGE'
  /** approve.money: decide proposals about money. Asks people to prove once more who they are. */
  | 'APPROVE_MONEY'
  /** approve.members: decide proposals about members. Asks people to prove once more who they are. */
  | 'APPROVE_MEMBERS'
  /** approve.staff: decide proposals about the staff. Asks people to prove once more who they are. */
  | 'APPROVE_STAFF';

/** What kind of thing happened. */
export type TimelineKind =
  /** A login or a failed one. */
  | 'LOGIN'
  /** An order was begun. Asks for money.read. */
  | 'ORDER'
  /** A step of a contract. Asks for contracts.read. */
  | 'CONTRACT'
  /** A bill was made. Asks for money.read. */
  | 'BILL'
  /** A refund was asked for. Asks for money.read. */
  | 'REFUND'
  /** A mail or a text message was written. */
  | 'MESSAGE'
  /** Somebody of the staff did something. Asks for acts.read. */
  | 'ACT'
  /** Somebody of the staff wrote something down. */
  | 'NOTE';

/** A page of a member that can be seen as the member sees it. */
export type ViewableScreen =
  /** My Page: how they log in, and their linked accounts. */
  | 'MYPAGE'
  /** Contracts, and plans that are on sale. */
  | 'PLANS'
  /** A contract: see subscriptionId. */
  | 'SUBSCRIPTION'
  /** Payments and refunds, the newest twenty. */
  | 'PAYMENT_HISTORY'
  /** What they bought and rented, the newest twenty. */
  | 'PURCHASES'
  /** Cards and other ways to pay. */
  | 'PAYMENT_METHODS'
  /** What they have agreed to receive. */
  | 'CONSENTS'
  /** Apps that they have let in. */
  | 'CONNECTIONS';

/** What can wait for its time. */
export type WaitingMatter =
  /** A change of the address: see startEmailChange. */
  | 'EMAIL_CHANGE'
  /** Taking second factors off: see resetFactors. */
  | 'FACTOR_RESET'
  /** Ending the membership: see withdrawMember. */
  | 'WITHDRAWAL';

/** How somebody asked to leave. */
export type WithdrawalRequest =
  /** By a letter. */
  | 'LETTER'
  /** By a call. */
  | 'PHONE'
  /** A court, or an authority. */
  | 'COURT';
