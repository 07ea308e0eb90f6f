import { registerMateConversation } from '../../platform/slots'

/** Registers what other features show of Mate. Called once when the app starts. */
export function registerMateSlots(): void {
  registerMateConversation(async () => (await import('./page')).ConversationElsewhere)
}
