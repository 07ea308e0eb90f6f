/** The message that carries a one-time code. The reader's language is not known yet, so it is short, and the code comes first. */
export function codeMessage(code: string): { subject: string; text: string } {
  return {
    subject: `${code} is your Wheelhouse code`,
    text: `${code} is your Wheelhouse code. It works for 5 minutes. If you did not ask for it, ignore this message.`,
  }
}
