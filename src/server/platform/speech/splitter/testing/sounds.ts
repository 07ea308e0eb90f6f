import { seeded } from './random'
import { wavRate } from './wav'

/** Notes of three voices and a drum, half a second each, that fade like plucked strings or sustain like an organ. */
export function music(seconds: number, seed: number, kind: 'plucked' | 'organ'): Float32Array {
  const random = seeded(seed)
  const samples = new Float32Array(seconds * wavRate)
  const beat = wavRate / 2
  for (let start = 0; start < samples.length; start += beat) {
    const root = 110 * 2 ** (Math.floor(12 * random()) / 12)
    const chord = [root, root * 2 ** (4 / 12), root * 2 ** (7 / 12), 2 * root * 2 ** (Math.floor(12 * random()) / 12)]
    for (let i = start; i < Math.min(start + beat, samples.length); i += 1) {
      const time = (i - start) / wavRate
      const drum = 0.2 * (2 * random() - 1) * Math.exp(-40 * time)
      const fade = kind === 'plucked' ? Math.exp(-4 * time) : Math.min(1, 40 * time, 40 * (0.5 - time))
      const tones = chord.map(frequency => tone(frequency, i / wavRate)).reduce((sum, value) => sum + value, 0)
      samples[i] = drum + 0.08 * fade * tones
    }
  }
  return samples
}

/** Noise: white, or falling by 6 dB an octave like an engine, slowly changing by half. */
export function noise(seconds: number, seed: number, kind: 'white' | 'brown'): Float32Array {
  const random = seeded(seed)
  let last = 0
  return Float32Array.from({ length: seconds * wavRate }, (_, i) => {
    const white = 2 * random() - 1
    last = 0.99 * last + 0.05 * white
    return 0.2 * (kind === 'white' ? white : last) * (1 + 0.5 * Math.sin(i / wavRate))
  })
}

function tone(frequency: number, time: number): number {
  let sum = 0
  for (let overtone = 1; overtone <= 5; overtone += 1) {
    sum += Math.sin(2 * Math.PI * frequency * overtone * time) / overtone
  }
  return sum
}
