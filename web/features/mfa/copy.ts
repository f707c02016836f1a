import { dismiss, toast } from '@/lib/toast';

let told = 0;

/** Puts a text on the clipboard, and says in a toast whether the browser has let us. */
export async function copy(text: string, done: string, failed: string): Promise<void> {
  dismiss(told);
  try {
    await navigator.clipboard.writeText(text);
    toast.done(done);
  } catch {
    told = toast.error(failed);
  }
}
