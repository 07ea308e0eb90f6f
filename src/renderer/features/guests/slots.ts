import { registerGuestEntrance } from '../../platform/slots'

/** Registers what other features show of guests. Called once when the app starts. */
export function registerGuestSlots(): void {
  registerGuestEntrance(async () => (await import('./entrance')).Entrance)
}
