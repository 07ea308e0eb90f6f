import { anyOf, counting, nothingBut } from '../../../platform/words/patterns'
import { stopWords } from '../../../platform/words/stop-words.data'
import type { Phrases } from './phrases'

const locale = 'hi-IN'
const { figure } = counting(locale)

export const hindi: Phrases = {
  locale,
  asks: {
    help: anyOf('तुम क्या कर सकते हो', 'आप क्या कर सकते हैं', 'क्या कर सकते', 'मदद', 'सहायता'),
    greeting: nothingBut('नमस्ते', 'नमस्कार', 'सुप्रभात'),
    thanks: nothingBut('धन्यवाद', 'शुक्रिया', 'बहुत धन्यवाद', 'बहुत शुक्रिया'),
    logbooks: anyOf(
      '(?:कौन[ -]?सी|कौन[ -]?से|सभी|मेरी|सारी) (?:लॉगबुक|दस्तावेज़|नोट्स)',
      'लॉगबुक दिखाओ',
      'लॉगबुक दिखाएँ',
      'लॉगबुकें',
    ),
    summary: anyOf('सारांश', 'संक्षेप', 'क्या हुआ'),
    count: anyOf('कितने', 'कितनी', 'संख्या'),
    whoWrote: anyOf('किसने'),
    people: anyOf(
      'यहाँ कौन',
      'कौन यहाँ',
      'कौन[ -]कौन',
      'टीम में कौन',
      'मालिक कौन',
      'एडमिन कौन',
      'सदस्य कौन',
      'सभी लोग',
      'लोग दिखा\\p{L}*\\p{M}*',
    ),
    logs: anyOf('लॉग', 'प्रविष्टि(?:याँ|यां)?', 'लिखा', 'दर्ज', 'खोजो', 'खोजें', 'दिखाओ', 'दिखाएँ', 'बारे में', 'नवीनतम', 'हाल'),
  },
  times: {
    today: anyOf('आज', 'अब तक'),
    yesterday: anyOf('कल'),
    thisWeek: anyOf('(?<!पिछले )(?:इस )?(?:हफ़्ते|हफ्ते|सप्ताह)'),
    lastWeek: anyOf('पिछले हफ़्ते', 'पिछले हफ्ते', 'पिछले सप्ताह'),
    lastDays: anyOf('पिछले (\\d{1,3}) दिन(?:ों)?'),
    weekdays: ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार'].map(day => anyOf(day)),
  },
  orgRoles: { owner: anyOf('मालिक'), admin: anyOf('एडमिन') },
  myself: anyOf('मैंने', 'मेरे लॉग', 'मेरी प्रविष्टियाँ'),
  stopWords: stopWords.hi,
  write: anyOf('में (?:लॉग|लिखें|लिखो|लिख दो|दर्ज)(?: करें| करो| कर दो)?'),
  say: {
    help: [
      'मैं उसी से जवाब देता हूँ जो आप इस वर्कस्पेस में खोल सकते हैं। उदाहरण के लिए पूछें:',
      '- *यहाँ कौन है?* या *मालिक कौन है?*',
      '- *कौन सी लॉगबुक हैं?*',
      '- *आज के लॉग*, *कल Tom के लॉग*, *ब्रेक के बारे में लॉग*, *पिछले हफ़्ते Bay log में लॉग*',
      '- *Bay log का सारांश*, *कल का सारांश*',
      '- *इस हफ़्ते कितने लॉग लिखे गए?*, *पंप के बारे में किसने लिखा?*',
      '- *Bay log में लिखें: ब्रेक पैड बदले* – मैं टेक्स्ट दिखाऊँगा और आप पुष्टि करेंगे',
    ].join('\n'),
    greeting: name => `नमस्ते ${name}। यहाँ के उन लोगों और लॉगबुक के बारे में पूछें जिन्हें आप खोल सकते हैं, या पूछें *आप क्या कर सकते हैं?*`,
    thanks: 'आपका स्वागत है।',
    notUnderstood: 'मैं यह प्रश्न नहीं समझ पाया।',
    modelHint:
      'मैं कुछ निश्चित प्रश्न ही जानता हूँ; *आप क्या कर सकते हैं?* पूछने पर उनकी सूची मिलेगी। संचालक एक भाषा मॉडल जोड़ सकता है, तब आप खुलकर पूछ सकेंगे।',
    found: words => `“${words}” के बारे में यह मिला:`,
    foundInstead: (words, instead) => `“${instead}” के बारे में यह मिला; “${words}” कहीं नहीं है:`,
    foundPartly: words => `आप जो खोल सकते हैं, उसमें “${words}” एक साथ कहीं नहीं है। सबसे नज़दीकी:`,
    missing: words => `आप जो खोल सकते हैं, उसमें “${words}” कहीं नहीं है।`,
    foundNothing: words =>
      `आप जो लॉग, दस्तावेज़, मीटिंग, ग्राफ़, लोग, कैमरे और स्क्रीन देख सकते हैं, मैंने उन सबमें खोजा, और “${words}” के बारे में कुछ नहीं मिला।`,
    writtenLast: 'सबसे हाल में इनमें लिखा गया:',
    people: count => `यहाँ ${figure(count)} ${count === 1 ? 'व्यक्ति है' : 'लोग हैं'}:`,
    morePeople: count => `और ${figure(count)} अन्य`,
    peopleNone: 'यहाँ ऐसा कोई नहीं है।',
    org_role: { owner: 'मालिक', admin: 'एडमिन', member: 'सदस्य' },
    logbooks: count => `आप ${figure(count)} लॉगबुक और दस्तावेज़ खोल सकते हैं:`,
    moreLogbooks: count => `और ${figure(count)} अन्य`,
    gone: {
      log: 'ऐसा लॉग जो हटा दिया गया है या जिसे आप नहीं खोल सकते',
      document: 'ऐसी लॉगबुक या दस्तावेज़ जो हटा दिया गया है या जिसे आप नहीं खोल सकते',
    },
    logbooksNone: 'अभी ऐसी कोई लॉगबुक नहीं है जिसे आप खोल सकें। लॉगबुक में जाकर एक बनाएँ।',
    logs: (count, more, when, by, about) =>
      `${more ? `सबसे नए ${figure(count)} लॉग` : `${figure(count)} लॉग`}${about}${by}${when}:`,
    happened: when => ` (घटना ${when})`,
    saidInMeetings: 'मीटिंग में कहा गया:',
    logsNone: (when, by, about) => `आप जो खोल सकते हैं, उनमें कोई लॉग नहीं मिला${about}${by}${when}।`,
    counted: (count, when, by, about) => `${figure(count)} लॉग${about}${by}${when}, उनमें से जिन्हें आप खोल सकते हैं।`,
    wrote: (name, count) => `${name} ने ${figure(count)} लॉग लिखे:`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${people} ${people === 1 ? 'व्यक्ति' : 'लोगों'} के ${figure(count)} लॉग, ${from === to ? from : `${from} से ${to} तक`}। नीचे के वाक्य स्वयं लॉग से लिए गए हैं।`,
    summaryNone: of => `**${of}**: ऐसा कुछ दर्ज नहीं हुआ जिसे आप खोल सकें।`,
    everything: 'वह सब जो आप खोल सकते हैं',
    mostAbout: words => `सबसे अधिक उल्लेख: ${words}।`,
    writeInto: name => `${name} में लिखें`,
    proposal: logbook => `मैं यह ${logbook} में लिखूँगा। बटन दबाने तक कुछ नहीं लिखा जाएगा।`,
    proposalNone: 'इस नाम की ऐसी कोई लॉगबुक नहीं मिली जिसमें आप लिख सकें। *कौन सी लॉगबुक हैं?* पूछने पर उनकी सूची मिलेगी।',
    by: name => `, ${name} द्वारा`,
    about: words => `, “${words}” के बारे में`,
    inLogbook: name => `, ${name} में`,
    when: {
      today: ', आज',
      yesterday: ', कल',
      thisWeek: ', इस हफ़्ते',
      lastWeek: ', पिछले हफ़्ते',
      lastDays: days => `, पिछले ${days} दिनों में`,
      on: day => `, ${day} को`,
    },
  },
}
