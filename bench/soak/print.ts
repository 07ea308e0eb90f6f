import { complaintsOf, longEnough, type Seen, trendsOf } from './judge'

/** The most lines of the table of samples; others are left out evenly. */
const lines = 31

/** Prints the data as tables in Markdown with the verdict; returns whether the test passed. */
export function report(seen: Seen): boolean {
  const { samples, desktop, before, after, keeping, deeds, returns, wanted, minutes } = seen
  const step = Math.ceil(samples.length / lines)
  print(
    [
      'Minute',
      'RSS',
      'PSS',
      'Own',
      'Heap',
      'Outside',
      'Files',
      'Sockets',
      'ffmpeg',
      'Database',
      'Objects',
      'Rows',
      'Desktop',
    ],
    [before, ...samples.filter((_, index) => index % step === 0), after].map(sample => {
      const app = desktop.find(({ minute }) => minute === sample.minute)
      return [
        sample.minute.toFixed(1),
        ...[sample.rss, sample.pss, sample.own, sample.heap, sample.external].map(megabytes => megabytes.toFixed(1)),
        ...[
          sample.files,
          sample.callers,
          sample.sockets,
          sample.ffmpegs,
          sample.connections,
          sample.objects,
          sample.rows,
        ].map(String),
        app ? `${app.own.toFixed(0)} MB, ${app.files}` : '',
      ]
    }),
  )
  const trends = trendsOf(seen)
  print(
    ['Second half, minimum of each minute', 'Settled', 'A minute', 'Altogether', ''],
    trends.map(({ what, unit, settled, perMinute, climbs, why }) => [
      what,
      `${settled.toFixed(1)} ${unit}`.trimEnd(),
      perMinute.toFixed(3),
      climbs.toFixed(1),
      minutes < longEnough ? 'too short to tell' : why === null ? 'flat' : 'GROWS',
    ]),
  )
  console.log(
    `${deeds.pictures} pictures seen, ${deeds.fromDesktop} of them from the desktop app, ${returns} returns of cameras (${wanted} wanted), ${deeds.visits} visits, ` +
      `${deeds.vanished} losses of a desktop, ${deeds.changes} changes of rights; in the end ${keeping.objects} objects, ` +
      `${keeping.rows} rows, ${keeping.orphans.length} orphans, ${keeping.missing.length} missing.`,
  )
  if (desktop.length === 0) console.log('The desktop app took no part.')
  const complaints = complaintsOf(seen, trends)
  console.log(complaints.length === 0 ? 'soak: held' : `soak: failed: ${complaints.join('; ')}`)
  return complaints.length === 0
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...all.map(line => line[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => {
    console.log(`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  }
  line(head)
  line(widths.map(width => '-'.repeat(width)))
  for (const row of rows) line(row)
  console.log('')
}
