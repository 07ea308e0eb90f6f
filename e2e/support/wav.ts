const headerLength = 44

/** Returns samples of 16 bits and one channel as a WAV file. */
export function wavOf(samples: Buffer, rate: number): Buffer {
  const header = Buffer.alloc(headerLength)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** Returns the samples of such a file. */
export const samplesOf = (file: Buffer): Buffer => file.subarray(headerLength)
