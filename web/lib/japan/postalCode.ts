import { ApiError, getJson } from '../api';
import { toBare } from '../typed';

export type PostalAddress = { prefectureCode: number; city: string; town: string; allAddress: string };

type Lookup = { found: PostalAddress[] } | { message: string } | { failed: unknown } | { unreached: unknown };

/**
 * Asks the server for the addresses of a code: addresses, the server's message for the field, a
 * failure to log, or why no answer came.
 */
export async function lookUp(postalCode: string): Promise<Lookup> {
  try {
    const body = await getJson<{ results?: PostalAddress[]; message?: string } | null>(
      `/zapi/postal-code/${postalCode}`,
    );
    if (body?.results) return { found: body.results };
    return body?.message ? { message: body.message } : { failed: body };
  } catch (error) {
    if (!(error instanceof ApiError)) return { unreached: error };
    const fields = (error.body as { fields?: { message?: string }[] } | null)?.fields;
    const message = fields?.[0]?.message || error.message;
    return message ? { message } : { failed: error };
  }
}

/** A postal code in digits: 〒１５０ー０００２ → 1500002. */
export function toPostalCode(value: string): string {
  return toBare(value).replaceAll('〒', '');
}
