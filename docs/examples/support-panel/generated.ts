// Made by generate.mjs.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Which contracts. What is not given asks for nothing; what no index serves needs something narrower beside it, or at most 31 days, else TOO_BROAD. */
export type ContractFilter = {
  /** Those of the member. */
  accountId?: string | null | undefined;
  /** In one of these states. */
  status?: Array<string> | null | undefined;
  /** true: those that have not ended. */
  isRunning?: boolean | null | undefined;
  /** Of one of these plans. */
  planId?: Array<string> | null | undefined;
  /** The first day. */
  from?: string | null | undefined;
  /** The last day. */
  to?: string | null | undefined;
};

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

/** Whether somebody is a member. */
export type MemberStatus =
  /** A member. */
  | 'active'
  /** A member whom the staff have suspended. */
  | 'suspended'
  /** Somebody who has left. */
  | 'withdrawn';

export type PanelFindQueryVariables = Exact<{
  term: string;
}>;


export type PanelFindQuery = { find: { nodes: Array<{ matched: Array<FindKind>, member: { accountId: string, name: string | null, email: string | null, status: MemberStatus } }> } | null };

export type PanelMemberQueryVariables = Exact<{
  accountId: string;
  filter: ContractFilter;
}>;


export type PanelMemberQuery = { member: { accountId: string, status: MemberStatus, profile: { name: string | null, email: string | null }, login: { lastLoginAt: string | null, failedSince: number } } | null, contracts: { nodes: Array<{ subscriptionId: string, planName: string, status: string, paidThrough: string | null }> } | null };


export const PanelFind = "query PanelFind($term: String!) {\n  find(term: $term) {\n    nodes {\n      matched\n      member {\n        accountId\n        name\n        email\n        status\n      }\n    }\n  }\n}";
export const PanelMember = "query PanelMember($accountId: ID!, $filter: ContractFilter!) {\n  member(accountId: $accountId) {\n    accountId\n    status\n    profile {\n      name\n      email\n    }\n    login {\n      lastLoginAt\n      failedSince\n    }\n  }\n  contracts(filter: $filter, first: 20) {\n    nodes {\n      subscriptionId\n      planName\n      status\n      paidThrough\n    }\n  }\n}";
