/** The address at which a chat opens at a message. */
export const messageAddress = ({ chat_id, id }: { chat_id: number; id: number }): string =>
  `/home/messages/${chat_id}?message=${id}`
