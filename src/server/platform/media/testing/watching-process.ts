import { pino } from 'pino'
import { systemClock } from '../../clock'
import { openCamera } from '../camera'
import type { Cidr } from '../guard'

/** A server reduced to one camera, for a test that kills it. It reports when the first picture has arrived. */
const [address = '', ffmpeg = '', allowed = '[]'] = process.argv.slice(2)

openCamera(
  new URL(address),
  'rtsp',
  { frame: () => void process.stdout.write('a picture came\n'), trouble: () => {} },
  { clock: systemClock, allowed: JSON.parse(allowed) as Cidr[], every: 100, ffmpeg, log: pino({ level: 'silent' }) },
)
