import { plainWords, questionLink } from '../../../platform/markdown'
import { anyOf, counting } from '../../../platform/words/patterns'
import { stopWords } from '../../../platform/words/stop-words.data'
import type { Phrases } from './phrases'

const locale = 'en-US'
const { figure, some } = counting(locale)

export const english: Phrases = {
  locale,
  asks: {
    help: /\bwhat can you (do|answer)\b|\bhelp\b|\bhow do (i|you) (use|work)\b|\bwhat do you (know|understand)\b/,
    greeting: /^(hi|hello|hey|good (morning|afternoon|evening))\b[\s!.,]*(mate)?[\s!.]*$/,
    thanks: /^(thanks?( a lot)?|thank you( (very|so) much)?|many thanks)\b[\s!.,]*(mate)?[\s!.]*$/,
    planned: anyOf(
      'what (?:do|should|must|can) (?:i|we) (?:have to |need to )?do',
      'what (?:do|should|must) (?:i|we) (?:have|need) to do',
      "what(?:'s| is) (?:there to do|planned|scheduled|due|on (?:my|the) (?:plan|agenda))",
      '(?:my|our|any|open|which|what) (?:open )?(?:tasks?|plans?|to-?dos?|appointments?)',
    ),
    open: /^(please )?(open|go to|take me to|jump to)\b/,
    news: /\bwhat('s| is) (happening|going on)\b|\bwhat('s| is| has) (new|changed)\b|\bany(thing)? new\b|\bnews\b/,
    logbooks: /\b(which|what|list|show|my|all)\b.*\b(logbooks?|documents?|notes)\b(?!.*\blogged\b)/,
    summary: /\bsummar(y|ise|ize|ies)\b|\bwhat happened\b|\bcatch me up\b|\bin short\b|\boverview\b|\brecap\b/,
    compare: anyOf('compare', 'comparison', 'versus', 'vs', 'more', 'fewer', 'less', 'than', 'difference'),
    count: /\bhow (many|often)\b|\bcount\b|\bnumber of\b/,
    whoWrote: /\bwho (wrote|logged|noted|reported|mentioned|said)\b/,
    where: anyOf(
      'in (?:which|what) (?:logbooks?|documents?)',
      '(?:which|what) logbooks? (?:mentions?|has|have|says?|talks?|tells?)(?: (?:anything|something))?',
      'where (?:is|was|were|do|did|have)(?: (?:it|we|i|they|you))? (?:written|write|logged|log|mentioned|noted|note)',
      'where .*(?:mentioned|written|logged|noted)',
    ),
    isDone:
      /^(is|are|was|were|has|have|did)\b.*\b(done|finished|fixed|repaired|completed?|closed|ready|resolved|changed|replaced|ordered|solved|paid|delivered|cleaned|sent|checked|tested)\b|^(is|are)\b.*\bstill\b/,
    when: anyOf('when', 'at what time', 'what time', 'which day', 'how long ago'),
    last: /\b(last|latest|newest|most recent)\b(?! (logs|entries|notes)\b)/,
    first: /\b(first|oldest|earliest)\b/,
    people:
      /\bwho('s| is| are| works?| else)?\b.*\b(here|team|workspace|organi[sz]ation|people|members?|working here|with us)\b|\b(list|show|which|what) (all )?(the )?(people|members|colleagues|owners|admins)\b|\bwho (are|is) (the |an? )?(owners?|admins?|members?|people)\b/,
    logs: /\b(log(s|ged)?|wrote|written|write|noted?|entries|entry|reported|find|search|show|anything|mention(s|ed)?|latest|recent|newest|last|about)\b/,
  },
  search: /^(please )?(search|look|find)( (for|up))?\b/,
  counts: {
    people: anyOf('people', 'persons', 'members', 'colleagues', 'owners', 'admins'),
    logbooks: anyOf('logbooks', 'documents', 'notes'),
  },
  countsLogs: anyOf(
    'logs?',
    'entry',
    'entries',
    'logged',
    'written',
    'wrote',
    'write',
    'noted',
    'reported',
    'mention(?:s|ed)?',
    'times',
    'often',
  ),
  dimensions: {
    person: anyOf('who', 'persons?', 'people', 'members?', 'writers?', 'colleagues?'),
    logbook: anyOf('logbooks?', 'where'),
    day: anyOf('days?', 'when', 'daily'),
    label: anyOf('labels?', 'tags?'),
  },
  each: anyOf('per', 'by', 'each', 'every', 'daily'),
  most: anyOf('most often', '(?:the )?most(?! recent)', '(?:the )?busiest', '(?:the )?highest'),
  fewest: anyOf('(?:the )?least', '(?:the )?fewest', '(?:the )?quietest', '(?:the )?lowest'),
  done: anyOf(
    'done|finished|fixed|repaired|completed?|closed|ready|resolved|changed|replaced|ordered|solved|paid|delivered|cleaned|sent|checked|tested',
  ),
  followUp: {
    begins: /^(and|what about|how about|only|just|but|also|then)\b/,
    refers: anyOf('it|that|those|them|these|this'),
    more: /^(show |list )?(me )?(the )?(next|more|more of (them|those|it))( ones| logs| please)?\W*$/,
  },
  times: {
    today: /\btoday\b|\bright now\b|\bat the moment\b|\bso far\b|\bthis (morning|afternoon|evening)\b/,
    yesterday: /\byesterday\b/,
    thisWeek: /\b(this week|the week)\b(?! before)/,
    lastWeek: /\blast week\b/,
    lastDays: /\b(?:last|past) (\d{1,3}) days?\b/,
    dayBeforeYesterday: anyOf('(?:the )?day before yesterday'),
    tomorrow: anyOf('tomorrow'),
    nextWeek: anyOf('next week'),
    thisMonth: anyOf('this month', 'the month'),
    lastMonth: anyOf('last month'),
    next: /\b(next|coming)\s*$/,
    through: /^\s*(?:to|until|till|through|-|–)\s*$/,
    since: { before: /\bsince\s*$/, after: /(?!)/ },
    weekdays: [
      /\bmonday\b/,
      /\btuesday\b/,
      /\bwednesday\b/,
      /\bthursday\b/,
      /\bfriday\b/,
      /\bsaturday\b/,
      /\bsunday\b/,
    ],
  },
  orgRoles: { owner: /\bowners?\b/, admin: /\badmins?\b/ },
  myself: /\b(did i|have i|i (wrote|logged|noted|reported)|by me|my (own )?(logs|entries|notes))\b/,
  stopWords: stopWords.en,
  write: /^\s*(please )?(log|write|note|add)\b.*\b(in|into|to)\b/,
  say: {
    help: logbook =>
      [
        'I answer from what you can open in this workspace. Press an example, or ask in your own words:',
        `- ${questionLink('What is new?')} ${questionLink('What was logged today?')} ${questionLink('What did I write this week?')}`,
        ...(logbook === null
          ? []
          : [
              `- ${questionLink(`Summarise ${logbook}`)} ${questionLink(`What was the last log in ${logbook}?`)} ${questionLink(`Open ${logbook}`)}`,
            ]),
        `- ${questionLink('How many logs per person?')} ${questionLink('Which day was the busiest?')} ${questionLink('Compare this week and last week')}`,
        `- ${questionLink('Who is here?')} ${questionLink('Which logbooks are there?')} ${questionLink('Which cameras are there?')} ${questionLink('What do the graphs show?')}`,
        '- Any name, number or question: I search everything that you can open and show you the best of it.',
        '- You can go on from an answer: “and yesterday?”, “how many?”, “show more”.',
        ...(logbook === null
          ? []
          : [`- “Log in ${plainWords(logbook)}: …” – I show you the text, and you confirm it.`]),
      ].join('\n'),
    greeting: name =>
      `Hello ${name}. Ask me about the people and logbooks you can open here, or ask ${questionLink('What can you do?')}`,
    thanks: 'You are welcome.',
    notUnderstood: 'I did not understand that question.',
    modelHint: `I search and count, but I do not reason; ${questionLink('What can you do?')} shows what to ask. An operator can connect a language model, and then you can ask freely.`,
    found: words => `This is what I found about “${words}”:`,
    foundInstead: (words, instead) => `This is what I found about “${instead}”; nothing has “${words}”:`,
    foundPartly: words => `Nothing that you can open mentions all of “${words}” together. The nearest:`,
    missing: words => `Nothing that you can open mentions “${words}”.`,
    foundNothing: words =>
      `I searched the logs, documents, meetings, graphs, people, cameras and screens that you can open, and found nothing about “${words}”.`,
    people: count => `${some(count, 'person is', 'people are')} here:`,
    morePeople: count => `and ${figure(count)} more`,
    peopleNone: 'Nobody here matches that.',
    org_role: { owner: 'owner', admin: 'admin', member: 'member' },
    logbooks: count => `You can open ${some(count, 'logbook or document', 'logbooks and documents')}:`,
    moreLogbooks: count => `and ${figure(count)} more`,
    gone: {
      log: 'a log that was deleted or that you cannot open',
      document: 'a logbook or document that was deleted or that you cannot open',
    },
    logbooksNone: 'You cannot open any logbook yet. Create one under [Logbooks](#/docs).',
    logs: (count, more, when, by, about) =>
      `${more ? `The newest ${figure(count)} logs` : some(count, 'log', 'logs')}${about}${by}${when}:`,
    happened: when => ` (happened ${when})`,
    saidInMeetings: 'Said in meetings:',
    logsNone: (when, by, about) => `I found no log${about}${by}${when} among those you can open.`,
    counted: (count, when, by, about) =>
      `${some(count, 'log was', 'logs were')} written${about}${by}${when}, of those you can open.`,
    mentioned: (count, words, beside) =>
      `${some(count, 'log mentions', 'logs mention')} “${words}”${beside}. I count logs and labels, not what logs tell of.`,
    someLogs: count => some(count, 'log', 'logs'),
    most: (name, logs) => `Most: ${name}, ${logs}.`,
    fewest: (name, logs) => `Fewest: ${name}, ${logs}.`,
    fewestNote: 'Only those with at least one log count.',
    hasMore: (name, count) => `${name}: ${figure(count)} more.`,
    sameNumber: 'The same number.',
    newest: (total, when, by, about) =>
      total === 1 ? `The only log${about}${by}${when}:` : `The newest of ${figure(total)} logs${about}${by}${when}:`,
    oldest: (total, when, by, about) =>
      total === 1 ? `The only log${about}${by}${when}:` : `The oldest of ${figure(total)} logs${about}${by}${when}:`,
    saysDone: done => `These logs say “${done}”; read whether that is so:`,
    notSaidDone: done => `No log says “${done}” about it.`,
    mentionedIn: about => `Logs${about} are in:`,
    notPlanned: when =>
      `Nothing is kept here about what is to be done${when}: there are no tasks or plans that I could read. I only know what was written.`,
    furtherLogs: count => `and ${some(count, 'more log', 'more logs')}`,
    showMore: 'Show more',
    noMore: 'There are no more.',
    labelled: label => ` labelled “${label}”`,
    opens: link => `${link} opens when you press the button.`,
    openLabel: name => `Open ${name}`,
    openNone: `I found no logbook or document of that name that you can open. ${questionLink('Which logbooks are there?')} lists them.`,
    searchLabel: words => `Search everything for “${words}”`,
    nearest: 'The nearest that you can open:',
    wrote: (name, count) => `${name} wrote ${some(count, 'log', 'logs')}:`,
    othersWrote: count => `${some(count, 'more log is', 'more logs are')} by others.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'log', 'logs')} by ${some(people, 'person', 'people')}, ${from === to ? from : `${from} to ${to}`}. The sentences below are taken from the logs themselves.`,
    summaryNone: of => `**${of}**: no logs that you can open.`,
    everything: 'Everything you can open',
    mostAbout: words => `Mentioned most: ${words}.`,
    writeInto: name => `Add to ${name}`,
    proposal: logbook => `I can add this to ${logbook}. Nothing is written until you press the button.`,
    proposalNone: `I found no logbook of that name that you can write in. ${questionLink('Which logbooks are there?')} lists them.`,
    by: name => ` by ${name}`,
    about: words => ` about “${words}”`,
    inLogbook: name => ` in ${name}`,
    when: {
      today: ' today',
      yesterday: ' yesterday',
      dayBeforeYesterday: ' the day before yesterday',
      tomorrow: ' tomorrow',
      nextWeek: ' next week',
      thisMonth: ' this month',
      lastMonth: ' last month',
      since: day => ` since ${day}`,
      between: (first, last) => ` from ${first} to ${last}`,
      thisWeek: ' this week',
      lastWeek: ' last week',
      lastDays: days => ` in the last ${days} days`,
      on: day => ` on ${day}`,
    },
  },
}
