/** Form, confirm, complete (S-052). */
export const stepCount = 3;
