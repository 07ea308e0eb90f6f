import { counting } from '../../../platform/words/patterns'
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
    news: /\bwhat('s| is| has) (new|changed)\b|\bany(thing)? new\b|\bnews\b/,
    sources:
      /\b(which|what|list|show( me)?|how many|all)( of)?( the| our| my)?( shared)? (cameras?|screens|sources)\b|\b(who|what)('s| is)( being)? (sharing|shared|watching|watched)\b|\bwho (shares|watches)\b|\bis (anyone|anybody|someone|somebody) (sharing|watching)\b/,
    logbooks: /\b(which|what|list|show|my|all)\b.*\b(logbooks?|documents?|notes)\b(?!.*\blogged\b)/,
    summary: /\bsummar(y|ise|ize|ies)\b|\bwhat happened\b|\bcatch me up\b|\bin short\b|\boverview\b|\brecap\b/,
    count: /\bhow many\b|\bcount\b|\bnumber of\b/,
    whoWrote: /\bwho (wrote|logged|noted|reported|mentioned|said)\b/,
    people:
      /\bwho('s| is| are| works?| else)?\b.*\b(here|team|workspace|organi[sz]ation|people|members?|working|with us)\b|\b(list|show|which|what) (all )?(the )?(people|members|colleagues|owners|admins)\b|\bwho (are|is) (the |an? )?(owners?|admins?|members?|people)\b/,
    logs: /\b(log(s|ged)?|wrote|written|write|noted?|entries|entry|reported|find|search|show|anything|mention(s|ed)?|latest|recent|newest|last|about)\b/,
  },
  times: {
    today: /\btoday\b|\bso far\b|\bthis (morning|afternoon|evening)\b/,
    yesterday: /\byesterday\b/,
    thisWeek: /\b(this week|the week)\b(?! before)/,
    lastWeek: /\blast week\b/,
    lastDays: /\b(?:last|past) (\d{1,3}) days?\b/,
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
  most: /\b(the )?most\b/,
  write: /^\s*(please )?(log|write|note|add)\b.*\b(in|into|to)\b/,
  say: {
    help: [
      'I answer from what you can open in this workspace. You can ask me, for example:',
      '- *brakes*, *ticket 4182*, or any question: I search everything you can open and show you the best of it',
      '- *Who is here?* or *Who are the owners?*',
      '- *Which logbooks are there?*',
      '- *What was logged today?*, *… yesterday by Tom?*, *… about brakes?*, *… in Bay log last week?*',
      '- *Summarise the Bay log*, *Summary of yesterday*',
      '- *How many logs were written this week?*, *Who wrote about the pump?*',
      '- *Log in Bay log: brake pads changed* – I show you the text, and you confirm it',
    ].join('\n'),
    greeting: name =>
      `Hello ${name}. Ask me about the people and logbooks you can open here, or ask *What can you do?*`,
    thanks: 'You are welcome.',
    notUnderstood: 'I did not understand that question.',
    modelHint:
      'I search and count, but I do not reason; *What can you do?* shows what to ask. An operator can connect a language model, and then you can ask freely.',
    found: words => `This is what I found about “${words}”:`,
    foundInstead: (words, instead) => `This is what I found about “${instead}”; nothing has “${words}”:`,
    foundPartly: words => `Nothing that you can open mentions all of “${words}” together. The nearest:`,
    missing: words => `Nothing that you can open mentions “${words}”.`,
    foundNothing: words =>
      `I searched the logs, documents, meetings, graphs, people, cameras and screens that you can open, and found nothing about “${words}”.`,
    writtenLast: 'Written in last:',
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
    logbooksNone: 'You cannot open any logbook yet. Create one under Logbooks.',
    logs: (count, more, when, by, about) =>
      `${more ? `The newest ${figure(count)} logs` : some(count, 'log', 'logs')}${about}${by}${when}:`,
    happened: when => ` (happened ${when})`,
    saidInMeetings: 'Said in meetings:',
    logsNone: (when, by, about) => `I found no log${about}${by}${when} among those you can open.`,
    counted: (count, when, by, about) =>
      `${some(count, 'log was', 'logs were')} written${about}${by}${when}, of those you can open.`,
    wrote: (name, count) => `${name} wrote ${some(count, 'log', 'logs')}:`,
    cameras: count => `You can see ${some(count, 'camera', 'cameras')}:`,
    screens: count => `${some(count, 'screen is', 'screens are')} shared right now:`,
    sourcesNone: 'There is no camera that you can see, and nobody shares a screen with you right now.',
    screensNone: 'Nobody shares a screen with you right now.',
    noPicture: ', no picture arrives',
    since: time => `, since ${time}`,
    watchedBy: names => `, watched by ${names}`,
    othersWrote: count => `${some(count, 'more log is', 'more logs are')} by others.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'log', 'logs')} by ${some(people, 'person', 'people')}, ${from === to ? from : `${from} to ${to}`}. The sentences below are taken from the logs themselves.`,
    summaryNone: of => `**${of}**: no logs that you can open.`,
    everything: 'Everything you can open',
    mostAbout: words => `Mentioned most: ${words}.`,
    writeInto: name => `Add to ${name}`,
    proposal: logbook => `I can add this to ${logbook}. Nothing is written until you press the button.`,
    proposalNone: 'I found no logbook of that name that you can write in. *Which logbooks are there?* lists them.',
    by: name => ` by ${name}`,
    about: words => ` about “${words}”`,
    inLogbook: name => ` in ${name}`,
    when: {
      today: ' today',
      yesterday: ' yesterday',
      thisWeek: ' this week',
      lastWeek: ' last week',
      lastDays: days => ` in the last ${days} days`,
      on: day => ` on ${day}`,
    },
  },
}
