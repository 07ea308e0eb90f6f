/** Samples a second of espeak-ng. */
export const wavRate = 22_050

/** A file of 16-bit sound with interleaved channels. */
export function wav(samples: Float32Array, { rate = wavRate, channels = 1 } = {}): Buffer {
  const data = Buffer.alloc(44 + 2 * samples.length)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + 2 * samples.length, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(channels, 22)
  data.writeUInt32LE(rate, 24)
  data.writeUInt32LE(2 * rate * channels, 28)
  data.writeUInt16LE(2 * channels, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36)
  data.writeUInt32LE(2 * samples.length, 40)
  const whole = new Int16Array(samples.length)
  for (let at = 0; at < whole.length; at += 1)
    whole[at] = Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767)
  data.set(new Uint8Array(whole.buffer), 44)
  return data
}
