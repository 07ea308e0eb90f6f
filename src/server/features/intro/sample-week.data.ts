import type { Language } from '#shared/contract/common'

/** When the sample logs were written, the oldest first, and the indexes of their labels. */
export const sampleWeek: readonly { daysAgo: number; minutes: number; labels: readonly (0 | 1 | 2 | 3)[] }[] = [
  { daysAgo: 6, minutes: 535, labels: [0] },
  { daysAgo: 6, minutes: 790, labels: [3] },
  { daysAgo: 5, minutes: 560, labels: [0] },
  { daysAgo: 5, minutes: 905, labels: [1] },
  { daysAgo: 4, minutes: 620, labels: [2] },
  { daysAgo: 3, minutes: 545, labels: [0] },
  { daysAgo: 3, minutes: 870, labels: [1, 3] },
  { daysAgo: 2, minutes: 600, labels: [0] },
  { daysAgo: 2, minutes: 1_010, labels: [2] },
  { daysAgo: 1, minutes: 550, labels: [0] },
  { daysAgo: 1, minutes: 840, labels: [1] },
  { daysAgo: 0, minutes: 495, labels: [2] },
]

export interface SampleTexts {
  logbook: string
  about: string
  graph: string
  /** In use, over plan, free, part used. */
  labels: readonly [string, string, string, string]
  /** As many as {@link sampleWeek}, in markdown. */
  logs: readonly string[]
  page: string
  pageText: string
  tasks: readonly string[]
}

/** The invented week of a bicycle workshop. */
export const sampleTexts: Readonly<Record<Language, SampleTexts>> = {
  en: {
    logbook: 'Sample: bay 2',
    about: 'A made-up week in a bicycle workshop, to look around in.',
    graph: 'How bay 2 is used',
    labels: ['Bay in use', 'Over plan', 'Bay free', 'Part used'],
    logs: [
      'Ticket 4171 is on the stand. Full service, planned until noon.',
      'New chain and cassette on 4171. Both were worn past the gauge.',
      'Ticket 4174 came in with a bent hanger. Started right away.',
      '4174 takes longer than planned. The thread of the hanger is damaged, too.',
      'Bay 2 is free until Friday. The next bike was postponed by its rider.',
      'Ticket 4182 is on the stand. Brake bleed and new pads.',
      'Rotor of 4182 contaminated, pads changed again. Add 24 to the ticket.',
      'Loan bike L-209 checked.\n\n- [x] Brakes\n- [x] Lights\n- [ ] Bell is missing',
      'Bay 2 swept and free. Three tickets are left for tomorrow.',
      'Ticket 4189 is on the stand, ten minutes late.',
      '4189 ran 22 minutes over. The seatpost was seized.',
      'Bay 2 is free. Ticket 4190 is expected after lunch.',
    ],
    page: 'Sample: opening checklist',
    pageText:
      '## Before the doors open\n\n- [ ] Compressor on, pressure above 6 bar\n- [ ] Stands of both bays checked\n- [ ] Tickets of the day printed\n\n## At the counter\n\n1. Count the till.\n2. Read what was logged yesterday.\n3. Call riders whose bikes are ready.',
    tasks: [
      'Sample: order brake pads, 4 fewer than on the sheet',
      'Sample: fit a bell to loan bike L-209',
      'Sample: call the rider of 4190',
    ],
  },
  de: {
    logbook: 'Beispiel: Platz 2',
    about: 'Eine erfundene Woche in einer Fahrradwerkstatt, zum Umsehen.',
    graph: 'Wie Platz 2 genutzt wird',
    labels: ['Belegt', 'Länger als geplant', 'Frei', 'Teil verbraucht'],
    logs: [
      'Auftrag 4171 steht auf dem Ständer. Große Inspektion, geplant bis Mittag.',
      'Neue Kette und Kassette an 4171. Beide waren über das Maß verschlissen.',
      'Auftrag 4174 kam mit verbogenem Schaltauge. Gleich angefangen.',
      '4174 dauert länger als geplant. Auch das Gewinde des Schaltauges ist beschädigt.',
      'Platz 2 ist bis Freitag frei. Der nächste Termin wurde verschoben.',
      'Auftrag 4182 steht auf dem Ständer. Bremse entlüften und neue Beläge.',
      'Bremsscheibe von 4182 verölt, Beläge noch einmal getauscht. 24 auf den Auftrag.',
      'Leihrad L-209 geprüft.\n\n- [x] Bremsen\n- [x] Licht\n- [ ] Klingel fehlt',
      'Platz 2 ist gefegt und frei. Drei Aufträge bleiben für morgen.',
      'Auftrag 4189 steht auf dem Ständer, zehn Minuten später als geplant.',
      '4189 dauerte 22 Minuten länger. Die Sattelstütze saß fest.',
      'Platz 2 ist frei. Auftrag 4190 wird nach der Mittagspause erwartet.',
    ],
    page: 'Beispiel: Checkliste am Morgen',
    pageText:
      '## Bevor die Tür aufgeht\n\n- [ ] Kompressor an, Druck über 6 bar\n- [ ] Ständer beider Plätze geprüft\n- [ ] Aufträge des Tages gedruckt\n\n## Am Tresen\n\n1. Kasse zählen.\n2. Einträge von gestern lesen.\n3. Kunden anrufen, deren Räder fertig sind.',
    tasks: [
      'Beispiel: Bremsbeläge bestellen, 4 weniger als auf der Liste',
      'Beispiel: Klingel an Leihrad L-209 anbringen',
      'Beispiel: Kundin von 4190 anrufen',
    ],
  },
  es: {
    logbook: 'Ejemplo: puesto 2',
    about: 'Una semana inventada en un taller de bicicletas, para mirar alrededor.',
    graph: 'Cómo se usa el puesto 2',
    labels: ['En uso', 'Más de lo previsto', 'Libre', 'Pieza usada'],
    logs: [
      'La orden 4171 está en el soporte. Revisión completa, prevista hasta mediodía.',
      'Cadena y casete nuevos en 4171. Los dos estaban gastados.',
      'La orden 4174 llegó con la patilla doblada. Empezamos enseguida.',
      '4174 tarda más de lo previsto. La rosca de la patilla también está dañada.',
      'El puesto 2 está libre hasta el viernes. La próxima cita se aplazó.',
      'La orden 4182 está en el soporte. Purgar frenos y pastillas nuevas.',
      'Disco de 4182 contaminado, pastillas cambiadas otra vez. Sumar 24 a la orden.',
      'Bicicleta de préstamo L-209 revisada.\n\n- [x] Frenos\n- [x] Luces\n- [ ] Falta el timbre',
      'El puesto 2 está barrido y libre. Quedan tres órdenes para mañana.',
      'La orden 4189 está en el soporte, diez minutos tarde.',
      '4189 tardó 22 minutos más. La tija estaba agarrotada.',
      'El puesto 2 está libre. La orden 4190 llega después de comer.',
    ],
    page: 'Ejemplo: lista de apertura',
    pageText:
      '## Antes de abrir\n\n- [ ] Compresor encendido, presión por encima de 6 bar\n- [ ] Soportes de los dos puestos revisados\n- [ ] Órdenes del día impresas\n\n## En el mostrador\n\n1. Contar la caja.\n2. Leer lo que se anotó ayer.\n3. Llamar a quienes tienen la bicicleta lista.',
    tasks: [
      'Ejemplo: pedir pastillas de freno, 4 menos que en la hoja',
      'Ejemplo: poner un timbre a la bicicleta L-209',
      'Ejemplo: llamar por la orden 4190',
    ],
  },
  hi: {
    logbook: 'नमूना: बे 2',
    about: 'एक साइकिल वर्कशॉप का काल्पनिक सप्ताह, देखने के लिए।',
    graph: 'बे 2 का उपयोग',
    labels: ['उपयोग में', 'तय समय से अधिक', 'खाली', 'पुर्ज़ा लगा'],
    logs: [
      'टिकट 4171 स्टैंड पर है। पूरी सर्विस, दोपहर तक का समय तय है।',
      '4171 में नई चेन और कैसेट लगे। दोनों घिस चुके थे।',
      'टिकट 4174 मुड़े हैंगर के साथ आया। काम तुरंत शुरू किया।',
      '4174 में तय समय से अधिक लग रहा है। हैंगर की चूड़ी भी ख़राब है।',
      'बे 2 शुक्रवार तक खाली है। अगली साइकिल की तारीख़ आगे बढ़ी।',
      'टिकट 4182 स्टैंड पर है। ब्रेक ब्लीड और नए पैड।',
      '4182 का रोटर गंदा था, पैड फिर बदले। टिकट में 24 जोड़ें।',
      'किराये की साइकिल L-209 जाँची।\n\n- [x] ब्रेक\n- [x] बत्तियाँ\n- [ ] घंटी नहीं है',
      'बे 2 साफ़ और खाली है। कल के लिए तीन टिकट बचे हैं।',
      'टिकट 4189 स्टैंड पर है, दस मिनट देर से।',
      '4189 में 22 मिनट अधिक लगे। सीटपोस्ट जाम था।',
      'बे 2 खाली है। टिकट 4190 दोपहर के बाद आएगा।',
    ],
    page: 'नमूना: खोलने की सूची',
    pageText:
      '## दरवाज़े खुलने से पहले\n\n- [ ] कंप्रेसर चालू, दबाव 6 बार से ऊपर\n- [ ] दोनों बे के स्टैंड जाँचे\n- [ ] दिन के टिकट छापे\n\n## काउंटर पर\n\n1. गल्ला गिनें।\n2. कल के लॉग पढ़ें।\n3. जिनकी साइकिल तैयार है उन्हें फ़ोन करें।',
    tasks: ['नमूना: ब्रेक पैड मँगाएँ, सूची से 4 कम हैं', 'नमूना: L-209 में घंटी लगाएँ', 'नमूना: 4190 के लिए फ़ोन करें'],
  },
}
