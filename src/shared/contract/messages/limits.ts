/**
 * Messages between people. `inEvent`: characters of a text that its events carry; of a longer one they carry none.
 * `unread` and `people` are the highest numbers that are counted or listed.
 */
export const messages = {
  textLength: 8_000,
  inEvent: 2_000,
  files: 12,
  mentions: 50,
  page: 50,
  groupName: 100,
  groupPeople: 100,
  emojiLength: 32,
  emojis: 20,
  pins: 100,
  unread: 1_000,
  people: 500,
  /** Milliseconds for which somebody counts as writing, and after which they say so again. */
  typingFor: 6_000,
  typingEvery: 3_000,
  bots: 100,
  botName: 60,
  botAbout: 300,
  botSpaces: 20,
  cardTitle: 200,
  cardFields: 12,
  cardFieldName: 60,
  cardFieldValue: 300,
  cardLink: 500,
} as const
