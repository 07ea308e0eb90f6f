// Loaded into the server of a story before its program: the clock can be moved forward by a message of its parent. What
// waits for a timer still waits in real time.

let ahead = 0
const RealDate = Date
const realNow = Date.now

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<DateConstructor>} parts */
  constructor(...parts) {
    if (parts.length === 0) super(realNow() + ahead)
    else super(...parts)
  }

  static now() {
    return realNow() + ahead
  }
}

process.on('message', message => {
  if (typeof message !== 'object' || message === null || !('advance' in message)) return
  ahead += Number(message.advance)
  process.send?.({ advanced: ahead })
})
// The channel to the parent must not keep the server alive.
process.channel?.unref()
