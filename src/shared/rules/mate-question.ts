const start = '#/chat?ask='

/** The address of a link in an answer of Mate that asks a question once it is pressed. */
export const mateQuestion = {
  addressOf: (question: string): string =>
    start + encodeURIComponent(question).replace(/[()'*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`),

  /** The question of an address; null for every other address. */
  in(address: string | undefined): string | null {
    if (!address?.startsWith(start)) return null
    try {
      return decodeURIComponent(address.slice(start.length))
    } catch {
      return null
    }
  },
}
