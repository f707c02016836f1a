// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.

/** Who did something. */
export type AccessBy =
  /** A person. */
  | 'PERSON'
  /** A program of the store. */
  | 'PROGRAM';

/** What the staff did. */
export type AccessKind =
  /** The member was among what a search found, with most of the data hidden. */
  | 'SEARCHED'
  /** The member's page was opened, with most of the data hidden. */
  | 'OPENED'
  /** The member's payments were looked at. */
  | 'PAYMENTS_OPENED'
  /** This record was looked at. */
  | 'RECORD_OPENED'
  /** Data that is usually hidden was opened: fields says which. */
  | 'REVEALED'
  /** A page of the member's was opened as the member sees it, with all the data on it. */
  | 'VIEWED'
  /** What a caller said was compared with the member's data, which was not shown. */
  | 'CHECKED'
  /** Data was changed: fields says which. */
  | 'CHANGED'
  /** Something else was decided about a contract. */
  | 'CONTRACT_DECIDED'
  /** A contract was ended, or its end was requested. */
  | 'CONTRACT_ENDED'
  /** A contract, or what was rented, lasts longer. */
  | 'CONTRACT_EXTENDED'
  /** Something was decided about a payment or a refund. */
  | 'MONEY_DECIDED'
  /** A note was written, changed or taken away. */
  | 'NOTED'
  /** The member was logged out everywhere. */
  | 'SESSIONS_ENDED'
  /** The account was blocked. */
  | 'BLOCKED'
  /** The account was opened again. */
  | 'UNBLOCKED'
  /** The member's data was put under a closer guard. */
  | 'PROTECTED'
  /** That was taken back. */
  | 'UNPROTECTED'
  /** Leaving was asked for, by a letter, a call or a court. */
  | 'WITHDRAWAL_ASKED'
  /** The member's trusted devices were forgotten: a second factor is asked for again. */
  | 'DEVICES_FORGOTTEN'
  /** A mail was sent to the member. */
  | 'MAIL_SENT'
  /** The member may try again what was tried too often. */
  | 'LIMITS_CLEARED'
  /** A change was begun, which the member ends, or can stop: fields says of what. */
  | 'CHANGE_STARTED'
  /** Something that was to take place later was stopped: fields says what; none: leaving. */
  | 'CHANGE_STOPPED'
  /** Something else was done. */
  | 'OTHER';

/** Why the staff did something, as members are told. */
export type AccessReason =
  /** For the member's inquiry. */
  | 'INQUIRY'
  /** Because of bills and payments. */
  | 'BILLING'
  /** For the safety of the account. */
  | 'SECURITY'
  /** Because the law asks for it. */
  | 'LEGAL'
  /** To find out about misuse. */
  | 'FRAUD'
  /** To keep the service in order. */
  | 'MAINTENANCE'
  /** To put a mistake right. */
  | 'MISTAKE';

/** Who tells people from programs. */
export type BotCheckProvider =
  /** Google reCAPTCHA. */
  | 'recaptcha'
  /** Cloudflare Turnstile. */
  | 'turnstile';

/** What a campaign does. */
export type CampaignType =
  /** It gives free days. */
  | 'free'
  /** Anything else. */
  | 'other';

/** What codes are for that a member can have sent again. */
export type CodePurpose =
  /** Signing up. */
  | 'signUp'
  /** Changing the address: it goes to the new one. */
  | 'mailEdit'
  /** Verifying the address. */
  | 'mailVerify'
  /** Setting a first password. */
  | 'passwordSetting'
  /** Leaving. */
  | 'withdraw';

/** The variants of the consent screen. */
export type ConsentType =
  /** Newsletters. */
  | 'newsletter'
  /** What the store may do with what it knows about the member. */
  | 'privacy';

/** What becomes of a contract when its member does nothing. */
export type Course =
  /** The next term is charged on the day. */
  | 'CHARGED'
  /** Nothing is charged any more; the day is the last one. */
  | 'ENDS'
  /** A refused charge is tried again, from the day on. */
  | 'RETRIED'
  /** The company behind the payment method charges the next period by itself on day. */
  | 'COLLECTED'
  /** It waits for a payment until the day, with which it ends. */
  | 'HELD'
  /** It is being charged, or it is not known yet whether it was. */
  | 'CHECKING';

/** How a field of the store's own is filled in. */
export type CustomItemType =
  /** A line of text. */
  | 'TEXT'
  /** One of the choices. */
  | 'SELECT'
  /** Yes or no: the texts true and false. */
  | 'CHECKBOX';

/** How far the file is. */
export type DataFileState =
  /** It was not asked for. */
  | 'none'
  /** It is being made. */
  | 'making'
  /** It can be fetched. */
  | 'ready'
  /** It could be fetched, and its day is over. */
  | 'expired';

/** The kinds of what is kept about members. */
export type DataKind =
  /** Names, birthday, address, phone number and the like. */
  | 'profile'
  /** What one logs in with: address, user ID, password. */
  | 'identifiers'
  /** When the membership began and ended, and the reasons for leaving. */
  | 'membership'
  /** Accounts at other providers. */
  | 'externalAccounts'
  /** Second factors, PIN, links and codes under way, known browsers. */
  | 'security'
  /** Where the member is logged in. */
  | 'sessions'
  /** Tries to log in. */
  | 'loginHistory'
  /** Mails and short messages. */
  | 'messages'
  /** What was agreed to or refused. */
  | 'consents'
  /** What other apps were allowed. */
  | 'connections'
  /** What other apps hold of it, and their requests under way. */
  | 'appAccess'
  /** Cards and other ways to pay, without numbers. */
  | 'paymentMethods'
  /** Contracts with all that happened to them, and what may be watched. */
  | 'contracts'
  /** Orders, bills, payments and refunds. */
  | 'payments'
  /** What the staff of the store did that is about the member. */
  | 'staffActs'
  /** Files of this kind. */
  | 'files';

/** Why it is kept that long. */
export type DataReason =
  /** It is not. */
  | 'none'
  /** So that whatever is still under way ends in order. */
  | 'ending'
  /** So that logging in says that the member has left. */
  | 'former'
  /** So that the last messages arrive. */
  | 'delivery'
  /** So that misuse of the account can be found out. */
  | 'misuse'
  /** As proof of what was agreed. */
  | 'proof'
  /** The law asks to keep books. */
  | 'books';

/** When what is kept is erased, after the member has left. */
export type DataTerm =
  /** With the withdrawal. */
  | 'atOnce'
  /** Within two days. */
  | 'twoDays'
  /** Within thirty days. */
  | 'thirtyDays'
  /** A year after it came about. */
  | 'oneYear'
  /** Ten years after the withdrawal. */
  | 'tenYears'
  /** Ten years after it came about, at the latest. */
  | 'withinTen';

/** Kinds of devices. */
export type Device =
  /** A phone or tablet that runs Android. */
  | 'Android'
  /** An iPhone. */
  | 'iPhone'
  /** A computer that runs Windows, Linux or ChromeOS. */
  | 'PC'
  /** A Mac. */
  | 'Mac'
  /** An iPad. */
  | 'iPad';

/** What the page of a device's code shows. */
export type DeviceState =
  /** A field for the code. */
  | 'enter'
  /** The same: no device waits under the code that was entered, or not any more. */
  | 'unknown'
  /** The same: the member has entered too many codes, and has to wait. */
  | 'tooMany'
  /** What the device asks for, under its code. */
  | 'consent'
  /** The member has allowed it. */
  | 'allowed'
  /** The member has refused it. */
  | 'refused';

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

/** Second factors. */
export type Factor =
  /** A code that is mailed. */
  | 'Email'
  /** A code that comes as a short message. */
  | 'SMS'
  /** A one-time password of an authenticator app (RFC 6238). */
  | 'OTP'
  /** One of the codes that stand in for the others, each usable once. */
  | 'BackupCode'
  /** A passkey of the member, in place of a factor that is enabled. It is never one itself. */
  | 'Passkey';

/** Whether a field is asked. */
export type FieldRule =
  /** It is not. */
  | 'NOT_USE'
  /** It may stay empty. */
  | 'OPTIONAL'
  /** It has to be filled in. */
  | 'REQUIRED';

/** Who sees a foot link. */
export type FooterLinkDisplay =
  /** Members who are signed in. */
  | 'login'
  /** Visitors who are not. */
  | 'logout'
  /** Everybody. */
  | 'other';

/** What the value of a foot link is. */
export type FooterLinkType =
  /** The name of a page of this site. */
  | 'default'
  /** An address. */
  | 'url';

/** How the gender is chosen. */
export type GenderInputType =
  /** Out of a list. */
  | 'Select'
  /** All choices in sight. */
  | 'Radio';

/** Languages of the site. */
export type Locale =
  /** Japanese, the language of callers that name none. */
  | 'ja'
  /** English. */
  | 'en';

/** The ways to log in that are the store's own. */
export type LoginMethod =
  /** With a password. */
  | 'Password'
  /** With a mailed code. */
  | 'AuthCode';

/** The modes of the login page. */
export type LoginMode =
  /** Identifier and password. */
  | 'password'
  /** A code that is mailed. */
  | 'authCode';

/** The state of a newsletter's link. */
export type NewsletterStopState =
  /** The newsletter can be stopped. */
  | 'open'
  /** It is stopped. */
  | 'stopped'
  /** There is no such link, or it is too old. */
  | 'broken';

/** What a condition of an order is about. */
export type OrderTermKey =
  /** What a contract's plan is changed to, and when. */
  | 'change'
  /** What is ordered. */
  | 'quantity'
  /** The price. */
  | 'price'
  /** What a campaign gives. */
  | 'campaign'
  /** The free trial. */
  | 'trial'
  /** How and when it is paid. */
  | 'payment'
  /** The contract's period and renewal. */
  | 'renewal'
  /** When it starts. */
  | 'delivery'
  /** How and until when it can be cancelled. */
  | 'cancellation'
  /** Withdrawal and returns. */
  | 'withdrawal'
  /** Until when it is offered. */
  | 'period'
  /** The seller. */
  | 'seller';

/** What a passkey is asked for. */
export type PasskeyUse =
  /** A login. The member chooses one of the passkeys that the device has for this site. */
  | 'LOGIN'
  /** The second factor of a login that waits for it. */
  | 'SECOND_FACTOR'
  /** A member proves once more who they are. */
  | 'CONFIRM';

/** What a password has to contain beside letters and digits. */
export type PasswordStrength =
  /** Nothing. */
  | 'NONE'
  /** A capital letter. */
  | 'UPPER_CASE'
  /** A symbol. */
  | 'SYMBOL'
  /** A capital letter and a symbol. */
  | 'UPPER_CASE_SYMBOL';

/** What an entry of the payment history tells. */
export type PaymentHistoryKind =
  /** It was paid. */
  | 'PAID'
  /** It cost nothing. */
  | 'FREE'
  /** A period that was not charged, because that was not possible then. */
  | 'WAIVED'
  /** It was given back. */
  | 'REFUND';

/** What a member can pay with. Sbps: through SB Payment Service. */
export type PaymentMethodType =
  /** A campaign's code, nothing to pay. */
  | 'CampaignCode'
  /** PayPal, registered through its older interface. */
  | 'PaypalNvp'
  /** PayPal. */
  | 'PaypalRest'
  /** A credit card. */
  | 'SbpsCredit'
  /** au PAY / au carrier billing. */
  | 'SbpsAuone'
  /** au carrier billing, simple. */
  | 'SbpsAuSimple'
  /** docomo carrier billing. */
  | 'SbpsDocomo'
  /** PayPay. */
  | 'SbpsPaypay'
  /** SoftBank carrier billing. */
  | 'SbpsSoftbank'
  /** SoftBank carrier billing, shared with Yahoo! JAPAN. */
  | 'SbpsSoftbankYahoo';

/** What is kept of a member, as far as the staff can open, check or change it. */
export type PersonalField =
  /** The name. */
  | 'NAME'
  /** The reading of the name. */
  | 'KANA'
  /** The mail address. */
  | 'EMAIL'
  /** The telephone number. */
  | 'PHONE'
  /** The birthday. */
  | 'BIRTHDAY'
  /** The gender. */
  | 'SEX'
  /** The postal code. */
  | 'POSTAL_CODE'
  /** The address. */
  | 'ADDRESS'
  /** The user ID. */
  | 'USER_ID'
  /** What was given to the store's own fields. */
  | 'CUSTOM'
  /** Network addresses of logins. */
  | 'LOGIN_ADDRESSES'
  /** Where messages were sent to. */
  | 'MESSAGES_TO'
  /** Answers to questions. */
  | 'SURVEY_ANSWERS'
  /** The last digits of a card: they are compared, and never opened. */
  | 'CARD'
  /** What was paid last: it is compared, and never opened. */
  | 'LAST_PAYMENT'
  /** The password: it can be changed, and never opened. */
  | 'PASSWORD'
  /** The second factors: they can be removed, and never opened. */
  | 'FACTORS'
  /** Whether the membership is open or blocked. */
  | 'STATUS';

/** Whether a plan may be contracted, else why not. The first that holds. */
export type PlanAvailability =
  /** The member has bought it, or rents it and may still watch it. */
  | 'OWNED'
  /** The member holds another plan of its group, which may be changed to this one. The plan's page leads there. */
  | 'CHANGEABLE'
  /** The account holds as many contracts as it may, or holds this one. */
  | 'CONTRACT_LIMITED'
  /** Sales have ended. */
  | 'AFTER_SALE'
  /** Sales have not begun. */
  | 'BEFORE_SALE'
  /** None is left. */
  | 'SOLD_OUT'
  /** It may, and begins with free days. */
  | 'FREE_TRIAL'
  /** It may. */
  | 'AVAILABLE';

/** What kind of thing a plan sells. */
export type PlanType =
  /** Watching until it is cancelled, charged every term. */
  | 'subscription'
  /** Watching for good, charged once. */
  | 'purchase'
  /** Watching for some days, charged once. */
  | 'rental';

/** How a question is answered. */
export type QuestionType =
  /** A line of text. */
  | 'text'
  /** Lines of text. */
  | 'textarea'
  /** One of the choices, all in sight. */
  | 'radio'
  /** Any of the choices. */
  | 'checkbox'
  /** One of the choices, out of a list. */
  | 'select'
  /** A day, YYYY-MM-DD. */
  | 'date'
  /** A time of day, HH:MM. */
  | 'time';

/** The unit a term is counted in. */
export type RenewSpanUnit =
  /** Calendar days in Asia/Tokyo. */
  | 'days'
  /** Seven days. */
  | 'weeks'
  /** Calendar months; a term that began on the 31st ends on the last day of a shorter month. */
  | 'months';

/** How much is left of a plan with a sales limit. */
export type SalesIndicator =
  /** Nothing. */
  | 'SOLD_OUT'
  /** Little. */
  | 'FEW_LEFT'
  /** Enough. */
  | 'ENOUGH';

/** How a visitor becomes a member. */
export type SignupStyle =
  /** Every field of the store on pages of their own: policies, address, code, form, confirmation. */
  | 'scroll'
  /** What the store needs and nothing else, each thing once, without a confirmation. */
  | 'inline';

/** What a store is for. */
export type StoreEnvironment =
  /** Real members and real money. */
  | 'production'
  /** For trying things. */
  | 'development';

/** The state of a contract. The last four are over. */
export type SubscriptionStatus =
  /** Contracted for the first time, in the first term. */
  | 'NEW_CONTRACT'
  /** Contracted for the first time, in the free trial. */
  | 'NEW_TRIAL_CONTRACT'
  /** Contracted again, in the first term. */
  | 'RE_CONTRACT'
  /** Renewed. */
  | 'ONGOING_CONTRACT'
  /** In the first paid term after a trial. */
  | 'TRIAL_TO_PAID'
  /** A renewal was not paid. */
  | 'HOLD'
  /** The charge after the trial was not paid. */
  | 'TRIAL_HOLD'
  /** Paid after a hold. */
  | 'HOLD_RELEASED'
  /** Paid after a hold that followed the trial. */
  | 'TRIAL_HOLD_RELEASED'
  /** To end with the term. */
  | 'CANCEL_REQUEST'
  /** To end with the trial. */
  | 'TRIAL_CANCEL_REQUEST'
  /** On hold, and to end. */
  | 'HOLD_CANCEL_REQUEST'
  /** On hold after the trial, and to end. */
  | 'TRIAL_HOLD_CANCEL_REQUEST'
  /** Ended by the member. */
  | 'CANCELLED'
  /** Ended by the member in the trial. */
  | 'TRIAL_CANCELLED'
  /** Ended while on hold. */
  | 'HOLD_CANCELLED'
  /** Ended by the store, or with the account. */
  | 'TERMINATED';

/** How members see the state of a running contract. */
export type SubscriptionStatusGroup =
  /** It runs. */
  | 'CONTRACT'
  /** It is in its trial. */
  | 'TRIAL'
  /** It is to end. */
  | 'CANCEL_REQUESTED'
  /** It is not paid. */
  | 'HOLD';

/** How pages look. */
export type Theme =
  /** Dark text on a light ground. */
  | 'light'
  /** Light text on a dark ground. */
  | 'dark'
  /** Light or dark, as the device wishes. */
  | 'auto';

/** What a trademark is shown as. */
export type TrademarkType =
  /** Words. */
  | 'text'
  /** Pictures. */
  | 'image';

export type AccountFragment = { authId: string, userId: string | null, contactEmail: string | null, isEmailVerified: boolean, emailVerifiedDate: string | null, isEnabledPassword: boolean, passwordStrength: PasswordStrength | null, passwordUpdatedAt: string | null, isEnabledMultiFactor: boolean, multiFactorType: Array<Factor>, profileImageUrl: string | null, nickname: string | null, displayName: string | null, userIdentifiers: Array<{ userIdentifierType: string }> };

export type AccountGrantFragment = { grantId: string, clientId: string, issuedAt: string, lastUsedAt: string | null, client: { client_name: string, client_name_ja: string | null, logo_uri: string | null, description: string | null, provider_name: string | null }, authorizedScopes: Array<{ scopeKey: string, scopeName: string, scopeDescription: string, required: boolean, examples: Array<string> }> };

export type AccountProfileFragment = { authId: string, name: string | null, nameKana: string | null, familyName: string | null, givenName: string | null, familyNameKana: string | null, givenNameKana: string | null, nickname: string | null, sex: number | null, birthday: string | null, postalCode: string | null, prefecture: number | null, address: string | null, address2: string | null, phoneNumber: string | null, country: string | null, customAssociatedInfo: Array<{ id: string, value: string }> };

export type BesidePlanFragment = { subscriptionId: string, planName: string, billingAmount: number, renewSpan: number, renewSpanUnit: RenewSpanUnit, planChange: { planId: string, planName: string } | null };

export type BoughtItemFragment = { entitlementId: string, orderId: string, planId: string, planType: PlanType, planName: string, image: string | null, watchUrl: string | null, purchasedAt: string, billingAmount: number, entitlementExpiration: string | null, daysLeft: number | null, isRefunded: boolean, canBuyAgain: boolean };

export type ComingPlanFragment = { planId: string, planName: string, service: string, renewSpan: number, renewSpanUnit: RenewSpanUnit, day: string, amount: number, tax: number, periodEnd: string };

export type ConsentOptionFragment = { consentOptionId: string, key: string, title: string, description: string | null, value: boolean };

export type ExternalAccountFragment = { userIdentifierName: string, userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', userIdentifierMethod: string };

export type ExternalAccountLinkFragment = { userIdentifierName: string, userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', userIdentifierMethod: string, isLogin: boolean, isLinked: boolean };

export type FlowErrorFragment = { redirectTo: string, message: string };

export type HeaderFragment = { authId: string | null, displayName: string | null, profileImageUrl: string | null };

export type HomeContractFragment = { subscription: { subscriptionId: string, planId: string, statusGroup: SubscriptionStatusGroup, planName: string, nextSettlementDay: string, endDay: string | null, trialEndDay: string | null, isRenewing: boolean, watchUrl: string | null, planChange: { planName: string, day: string } | null, accountPaymentMethod: { accountPaymentMethodId: string | null, paymentMethodType: PaymentMethodType, shown: string | null, isContractUsed: boolean, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string, expireDate: string, isExpired: boolean } | null } | null }, outlook: { course: Course, day: string, lastDay: string | null, amount: number | null, tax: number | null, periodStart: string | null, periodEnd: string | null } };

export type InvoiceFragment = { earningsId: string, refundId: string | null, orderInfoId: string | null, number: string, originalNumber: string | null, orderNumber: string | null, contactEmail: string | null, planName: string, startDay: string | null, endDay: string | null, createdAt: string, doneAt: string | null, soldAt: string | null, originalPrice: number, discount: number, campaignName: string | null, billingAmount: number, netBillingAmount: number, taxAmount: number, taxRate: number, invoiceRegistrationNumber: string | null, accountPaymentMethod: { paymentMethodType: PaymentMethodType, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string } | null } | null, seller: { name: string, serviceName: string, address: string | null, phone: string | null, email: string | null } };

export type OidcClientFragment = { clientId: string, clientName: string, clientNameJa: string | null, logoUri: string | null, serviceLogoUri: string | null, description: string | null, providerName: string | null, tosUri: string | null, privacyUri: string | null };

export type OidcScopeFragment = { scopeKey: string, scopeName: string, scopeDescription: string, required: boolean, examples: Array<string> };

export type OrderVerificationFragment = { billingAmount: number, renewalAmount: number | null, firstPaymentDay: string, isReContract: boolean, freeTrialDays: number, campaignId: string | null, campaignType: CampaignType | null, freeDays: number | null, discountContinuationCount: number | null, subscriptionExpiration: string | null, entitlementExpiration: string | null, campaignEndDate: string | null, campaignDescription: string | null, campaignName: string | null, yearlyAmount: number | null, regularCharge: { day: string, amount: number, taxAmount: number, termStart: string, termEnd: string } | null, schedule: Array<{ day: string, amount: number, taxAmount: number, termStart: string, termEnd: string }> };

export type OutlookFragment = { course: Course, day: string, lastDay: string | null, amount: number | null, tax: number | null, periodStart: string | null, periodEnd: string | null };

export type PaidWithFragment = { paymentMethodType: PaymentMethodType, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string } | null };

export type PasskeyFragment = { passkeyId: string, name: string, createdAt: string, lastUsedAt: string | null };

export type PaymentHistoryEntryFragment = { earningsId: string, refundId: string | null, kind: PaymentHistoryKind, createdAt: string, doneAt: string | null, planName: string, startDay: string | null, endDay: string | null, originalPrice: number, discount: number, campaignName: string | null, billingAmount: number, netBillingAmount: number, taxAmount: number, taxRate: number, hasInvoice: boolean, orderId: string | null, number: string, accountPaymentMethod: { paymentMethodType: PaymentMethodType, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string } | null } | null };

export type PaymentMethodFragment = { accountPaymentMethodId: string | null, paymentMethodType: PaymentMethodType, shown: string | null, isContractUsed: boolean, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string, expireDate: string, isExpired: boolean } | null };

export type PlanFragment = { planId: string, planType: PlanType, planName: string, planDescription: string, planDescriptionText: string, service: string, recommended: boolean, image: string | null, watchUrl: string | null, price: number, taxRate: number, renewSpan: number, renewSpanUnit: RenewSpanUnit, freeTrialDays: number, viewingDays: number, salesStartDate: string | null, salesEndDate: string | null, salesCount: number, salesLimit: number | null, forceStopRenewDate: string | null, hasAvailableCampaign: boolean, isSubscriptionContractLimited: boolean, availability: PlanAvailability, salesIndicator: SalesIndicator | null, features: Array<{ name: string, value: string }> };

export type PolicyFragment = { policyId: string, revision: number, key: string, title: string, renderData: string | null, isExternal: boolean, usesExternalPolicy: boolean, dataSource: string };

export type ProfileDataFragment = { name: string | null, nameKana: string | null, familyName: string | null, givenName: string | null, familyNameKana: string | null, givenNameKana: string | null, nickname: string | null, sex: number | null, birthday: string | null, postalCode: string | null, prefecture: number | null, address: string | null, address2: string | null, phoneNumber: string | null, country: string | null };

export type RegistrationSettingFragment = { userId: FieldRule, password: FieldRule, name: FieldRule, nameKana: FieldRule, familyName: FieldRule, givenName: FieldRule, familyNameKana: FieldRule, givenNameKana: FieldRule, nickname: FieldRule, sex: FieldRule, birthday: FieldRule, postalCode: FieldRule, prefecture: FieldRule, address: FieldRule, address2: FieldRule, phoneNumber: FieldRule, country: FieldRule, disallowUnknownGender: boolean, genderInputType: GenderInputType, passwordStrength: PasswordStrength | null, passwordMax: number, customAssociatedInfo: Array<{ id: string, title: string, type: CustomItemType, rule: FieldRule, selectOptions: Array<{ id: string, label: string }> }> };

export type RootFragment = { authId: string | null, locale: Locale, isApp: boolean, isAndroid: boolean, isMobile: boolean, storeSettingData: { serviceName: string, serviceDescription: string, theme: Theme, gtmId: string | null, enablePoweredByPvs: boolean, smtpDomain: string | null, env: StoreEnvironment, isNewsletterEnabled: boolean, isPrivacyEnabled: boolean, isPinCodeEnabled: boolean, isOidcEnabled: boolean, isEnabledUserId: boolean, isEnabledPassword: boolean, isEnabledMultiFactor: boolean, isEnabledAuthCode: boolean, isEnabledEmail: boolean, isRecaptchaEnabled: boolean, reCaptchaKey: string | null, emailEditUrl: string | null, defaultLoginType: LoginMode, signupStyle: SignupStyle, isAmaltheaLogin: boolean, hasSubscriptionPlan: boolean, isStorePaymentAvailable: boolean, images: { logoPc: string | null, logoSp: string | null, logoDark: string | null, favicon: string | null, appleTouchIcon: string | null, ogImage: string | null }, colors: { accent: string, secondaryAccent: string, player: string, onAccent: string, accentText: string, accentTextDark: string, accentSubtle: string, onSecondaryAccent: string }, footers: { copyright: string | null, footerLinks: Array<{ name: string, value: string, type: FooterLinkType, enable: boolean, external_link: boolean, display_type: FooterLinkDisplay }>, socialMediaLinks: { twitterUrl: string | null, facebookUrl: string | null, instagramUrl: string | null, lineUrl: string | null }, trademarks: Array<{ type: TrademarkType, name: string, value: Array<string> }> }, authCodeSetting: { login: { displayName: string }, signUp: { displayName: string }, withdraw: { displayName: string }, multiFactorEmail: { displayName: string } }, player: { playbackRates: Array<number>, testVideoMediaRefId: string | null } } };

export type SessionFragment = { sessionId: string, createdAt: string, lastSeenAt: string, loginMethod: 'Password' | 'AuthCode' | 'Passkey' | 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', ip: string, deviceInfo: Device | null, browserInfo: string | null, country: string | null, current: boolean };

export type SiblingPlanFragment = { statusGroup: SubscriptionStatusGroup, subscriptionId: string, planName: string, billingAmount: number, renewSpan: number, renewSpanUnit: RenewSpanUnit, accountPaymentMethod: { paymentMethodType: PaymentMethodType } | null, planChange: { planId: string, planName: string } | null };

export type SignupFormDataFragment = { email: string | null, socialEmail: string | null, userId: string | null, name: string | null, nameKana: string | null, familyName: string | null, givenName: string | null, familyNameKana: string | null, givenNameKana: string | null, nickname: string | null, sex: number | null, birthday: string | null, postalCode: string | null, prefecture: number | null, address: string | null, address2: string | null, phoneNumber: string | null };

export type SignupStepFragment = { redirectTo: string | null, step: number | null, totalSteps: number | null, email: string | null, asksCode: boolean, pinCodeMinutes: number, resendAt: string | null, returnTo: string | null, flowError: { redirectTo: string, message: string } | null, policies: Array<{ policyId: string, revision: number, key: string, title: string, renderData: string | null, isExternal: boolean, usesExternalPolicy: boolean, dataSource: string }>, externalAccounts: Array<{ userIdentifierName: string, userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', userIdentifierMethod: string }>, linking: { userIdentifierName: string, userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', userIdentifierMethod: string } | null, wantedPlan: { planId: string, planName: string } | null };

export type SubscriptionFragment = { subscriptionId: string, subscriptionStatus: SubscriptionStatus, statusGroup: SubscriptionStatusGroup, planId: string, planName: string, planDescription: string, planDescriptionText: string, image: string | null, watchUrl: string | null, renewSpan: number, renewSpanUnit: RenewSpanUnit, originalPrice: number, billingAmount: number, planChangeUndoDay: string | null, firstPaymentDay: string, nextSettlementDay: string, endDay: string | null, trialEndDay: string | null, forceStopRenewDate: string | null, isRenewalInProgress: boolean, isRenewing: boolean, isWithdraw: boolean, planChange: { planId: string, planName: string, service: string, renewSpan: number, renewSpanUnit: RenewSpanUnit, day: string, amount: number, tax: number, periodEnd: string } | null, campaign: { campaignName: string } | null, campaignApplicablePeriod: { startDate: string, endDate: string | null } | null, accountPaymentMethod: { accountPaymentMethodId: string | null, paymentMethodType: PaymentMethodType, shown: string | null, isContractUsed: boolean, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string, expireDate: string, isExpired: boolean } | null } | null };

export type SurveyFragment = { surveyName: string, surveyDescription: string | null, questions: Array<{ questionId: string, questionType: QuestionType, questionTitle: string, questionDescription: string | null, required: boolean, validation: string | null, minCount: number | null, maxCount: number | null, answerOptions: Array<{ optionId: string, optionTitle: string }> }> };

export type TrustedDeviceFragment = { deviceToken: string, createdAt: string, currentDevice: boolean, option: { deviceInfo: Device | null, browserInfo: string | null } };

export type UserErrorFragment = { code: ErrorCode, field: string | null, message: string };
