import type { Intent } from './expected'
import type { WorkshopTexts } from './texts.data'
import type { Workshop } from './workshop'

export interface ToolCall {
  name: string
  arguments: object
}

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T00:00:00.000Z`
const between = (first: number, last = first) => ({ from: day(first), to: day(last + 1) })

/** The tools that a capable model calls for each question of the corpus. */
export function modelCalls(
  { people, documents, graph_id }: Workshop,
  { words, graph }: WorkshopTexts,
): Record<Intent, readonly ToolCall[]> {
  const logs = (filter: object): ToolCall => ({ name: 'find_logs', arguments: filter })
  const counts = (filter: object): ToolCall => ({ name: 'count_logs', arguments: filter })
  const search = (query: string): ToolCall => ({ name: 'search', arguments: { query } })
  const bay = { doc_ids: [documents.bay] }
  const tom = { user_ids: [people.tom] }
  const long = { labels: [{ graph_id, label: 0 }] }
  const transcript = { name: 'read_transcript', arguments: { doc_id: documents.recording } }
  const page = { name: 'read_page', arguments: { doc_id: documents.page } }
  const week = between(23, 26)
  return {
    today: [logs(between(26))],
    yesterday: [logs(between(25))],
    tomYesterday: [logs({ ...tom, ...between(25) })],
    myLogs: [logs(tom)],
    bayToday: [logs({ ...bay, ...between(26) })],
    brake: [logs({ words: words.brake })],
    lastWeek: [logs(between(16, 22))],
    monday: [logs(between(23))],
    date: [logs(between(24))],
    dayBeforeYesterday: [logs(between(24))],
    sinceWednesday: [logs(between(25, 26))],
    countThisWeek: [counts(week)],
    countByTom: [counts(tom)],
    countInBay: [counts(bay)],
    countLong: [counts(long)],
    countLongThisWeek: [counts({ ...long, ...week }), logs({ ...long, ...week })],
    countPump: [counts({ words: words.pump }), logs({ words: words.pump })],
    perPerson: [counts({ by: 'person' })],
    perLogbook: [counts({ by: 'logbook' })],
    perDay: [counts({ by: 'day', ...week })],
    mostByPerson: [counts({ by: 'person' })],
    mostInLogbook: [counts({ by: 'logbook' })],
    busiestDay: [counts({ by: 'day' })],
    fewestByPerson: [counts({ by: 'person', order: 'fewest' })],
    mostLabel: [counts({ by: 'label' })],
    compareTwoPeople: [counts({ ...tom, by: 'person' }), counts({ user_ids: [people.maya], by: 'person' })],
    compareLogbooks: [counts(bay), counts({ doc_ids: [documents.desk] })],
    compareWeeks: [counts(week), counts(between(16, 22))],
    whoWrotePump: [counts({ words: words.pump, by: 'person' }), logs({ words: words.pump })],
    whenCompressor: [logs({ words: words.compressor })],
    whenHelmets: [logs({ words: words.helmets })],
    lastInBay: [logs({ ...bay, limit: 1 })],
    firstInBay: [logs({ ...bay, order: 'oldest', limit: 1 })],
    lastByTom: [logs({ ...tom, limit: 1 })],
    pumpRepaired: [logs({ words: `${words.pump} ${words.repaired}` })],
    whereKey: [search(words.key)],
    whichLogbookPump: [counts({ words: words.pump, by: 'logbook' })],
    page: [page],
    pageAbout: [page],
    meeting: [transcript],
    meetingSummary: [transcript],
    meetingMaya: [transcript],
    meetingAbout: [transcript],
    graph: [{ name: 'read_graph', arguments: { name: graph, from: day(1), to: day(27) } }],
    cameras: [{ name: 'find_sources', arguments: {} }],
    people: [{ name: 'find_people', arguments: {} }],
    owners: [{ name: 'find_people', arguments: { org_role: 'owner' } }],
    logbooks: [{ name: 'find_logbooks', arguments: {} }],
    planned: [],
    ticket: [logs({ words: '4182' })],
    invoice: [search(words.invoice)],
    nothing: [search('zeppelin')],
    secret: [
      search('overtime'),
      logs({ doc_ids: [documents.secret] }),
      counts({ doc_ids: [documents.secret], by: 'logbook' }),
    ],
    openBay: [{ name: 'propose_open', arguments: { doc_id: documents.bay } }],
    search: [search(words.brake), { name: 'propose_search', arguments: { words: words.brake } }],
    write: [{ name: 'propose_log', arguments: { doc_id: documents.bay, content: 'chain oiled' } }],
    summaryOfBay: [logs(bay), counts({ ...bay, by: 'logbook' })],
  }
}
