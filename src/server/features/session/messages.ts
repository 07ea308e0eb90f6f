/** The message with a one-time code. The reader's language is unknown, so it is short, and the code comes first. */
export function codeMessage(code: string): { subject: string; text: string } {
  return {
    subject: `${code} is your Wheelhouse code`,
    text: `${code} is your Wheelhouse code. It works for 5 minutes. If you did not ask for it, ignore this message.`,
  }
}
