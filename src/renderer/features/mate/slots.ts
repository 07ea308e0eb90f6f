import { registerMateConversation } from '../../platform/slots'

/** What other features show of this one. Called once, when the app starts. */
export function registerMateSlots(): void {
  registerMateConversation(async () => (await import('./page')).ConversationElsewhere)
}
