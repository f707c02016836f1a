/**
 * A document of schema/staff. The desk runs any, so its text is sent. `types` holds what is asked
 * with and what is answered, for the compiler alone.
 */
export type StaffDocument<Result, Variables> = {
  readonly name: string;
  readonly text: string;
  readonly types?: (variables: Variables) => Result;
};

export function written<Result, Variables>(name: string, text: string): StaffDocument<Result, Variables> {
  return { name, text };
}

/** What a call of the staff sends to POST /graphql. */
export type StaffRequest = { query: string; operationName: string; variables: object };

export function staffRequest<V extends object>({ name, text }: StaffDocument<unknown, V>, variables: V): StaffRequest {
  return { query: text, operationName: name, variables };
}

/** Asks the desk; rejects with `Refused`. */
export type Ask = <R, V extends object>(document: StaffDocument<R, V>, variables: V) => Promise<R>;
