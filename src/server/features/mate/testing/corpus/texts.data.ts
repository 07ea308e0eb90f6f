import type { Language } from '#shared/contract/common'

/** The logs of the workshop, in the order in which they are written. */
export const logKeys = [
  'bleed',
  'queueFriday',
  'leak',
  'queueMonday',
  'helmets',
  'seal',
  'shortQueue',
  'refund',
  'giftCard',
  'pads',
  'queueWednesday',
  'compressor',
  'wheel',
  'key',
  'pumpRepaired',
] as const
export type LogKey = (typeof logKeys)[number]

export interface WorkshopTexts {
  bay: string
  desk: string
  page: string
  pageText: string
  recording: string
  said: readonly { speaker: 'A' | 'B'; text: string }[]
  graph: string
  labels: { long: string; short: string }
  camera: string
  logs: Record<LogKey, string>
  /** What the logs call the things that are asked about. */
  words: Record<'brake' | 'pump' | 'compressor' | 'helmets' | 'repaired' | 'key' | 'invoice', string>
}

/** What stands in the workshop, in each language. The names of people are the same in all. */
export const texts: Readonly<Record<Language, WorkshopTexts>> = {
  en: {
    bay: 'Bay log',
    desk: 'Front desk',
    page: 'Opening checklist',
    pageText: '# Every morning\n\n- [ ] Switch on the compressor\n- [x] Unlock the gate\n- Count the till',
    recording: 'Managers call',
    said: [
      { speaker: 'A', text: 'The queue at the counter grows every week.' },
      { speaker: 'B', text: 'We decided to hire a second cashier in March.' },
      { speaker: 'A', text: 'The budget for the lift is four thousand.' },
    ],
    graph: 'Queue length',
    labels: { long: 'Long', short: 'Short' },
    camera: 'Harbour gate',
    words: {
      brake: 'brake',
      pump: 'pump',
      compressor: 'compressor',
      helmets: 'helmets',
      repaired: 'repaired',
      key: 'spare key',
      invoice: 'invoice 771',
    },
    logs: {
      bleed: 'Bled the rear brake on ticket 4182.',
      queueFriday: 'People waited at the counter before noon.',
      leak: 'The pump leaks at the valve. A new seal is needed.',
      queueMonday: 'Customers stood up to the door.',
      helmets: 'Northwind delivered twelve helmets.',
      seal: 'Ordered a seal for the pump.',
      shortQueue: 'Hardly anybody waited all morning.',
      refund: 'Refunded invoice 771 to the customer.',
      giftCard: 'Sold a gift card.',
      pads: 'Replaced the brake pads on ticket 4190.',
      queueWednesday: 'Everybody came at once after lunch.',
      compressor: 'The compressor was serviced. Its filter is new.',
      wheel: 'Trued the front wheel of the cargo bike.',
      key: 'The spare key hangs in the office cabinet.',
      pumpRepaired: 'The pump is repaired and stays dry.',
    },
  },
  de: {
    bay: 'Werkstattbuch',
    desk: 'Ladentheke',
    page: 'Morgenliste',
    pageText: '# Jeden Morgen\n\n- [ ] Kompressor einschalten\n- [x] Tor aufschließen\n- Kasse zählen',
    recording: 'Leiterrunde',
    said: [
      { speaker: 'A', text: 'Die Schlange an der Theke wächst jede Woche.' },
      { speaker: 'B', text: 'Wir haben entschieden, im März eine zweite Kassiererin einzustellen.' },
      { speaker: 'A', text: 'Das Budget für die Hebebühne ist viertausend.' },
    ],
    graph: 'Wartezeit',
    labels: { long: 'Lange', short: 'Kurze' },
    camera: 'Hafentor',
    words: {
      brake: 'Bremse',
      pump: 'Pumpe',
      compressor: 'Kompressor',
      helmets: 'Helme',
      repaired: 'repariert',
      key: 'Ersatzschlüssel',
      invoice: 'Rechnung 771',
    },
    logs: {
      bleed: 'Bremse hinten entlüftet, Auftrag 4182.',
      queueFriday: 'Vor dem Mittag standen viele an der Theke.',
      leak: 'Die Pumpe tropft am Ventil. Sie braucht eine neue Dichtung.',
      queueMonday: 'Kunden standen bis zur Tür.',
      helmets: 'Northwind hat zwölf Helme geliefert.',
      seal: 'Dichtung für die Pumpe bestellt.',
      shortQueue: 'Am Vormittag wartete kaum jemand.',
      refund: 'Rechnung 771 an den Kunden erstattet.',
      giftCard: 'Gutschein verkauft.',
      pads: 'Beläge der Bremse gewechselt, Auftrag 4190.',
      queueWednesday: 'Nach dem Essen kamen alle auf einmal.',
      compressor: 'Kompressor gewartet. Der Filter ist neu.',
      wheel: 'Vorderrad am Lastenrad zentriert.',
      key: 'Der Ersatzschlüssel hängt im Büroschrank.',
      pumpRepaired: 'Die Pumpe ist repariert und bleibt trocken.',
    },
  },
  es: {
    bay: 'Taller',
    desk: 'Mostrador',
    page: 'Lista de apertura',
    pageText: '# Cada mañana\n\n- [ ] Encender el compresor\n- [x] Abrir el portón\n- Contar la caja',
    recording: 'Junta de jefes',
    said: [
      { speaker: 'A', text: 'La fila en la caja crece cada semana.' },
      { speaker: 'B', text: 'Decidimos contratar a una segunda cajera en marzo.' },
      { speaker: 'A', text: 'El presupuesto del elevador es de cuatro mil.' },
    ],
    graph: 'Espera',
    labels: { long: 'Larga', short: 'Corta' },
    camera: 'Puerta del puerto',
    words: {
      brake: 'freno',
      pump: 'bomba',
      compressor: 'compresor',
      helmets: 'cascos',
      repaired: 'reparada',
      key: 'llave repuesto',
      invoice: 'factura 771',
    },
    logs: {
      bleed: 'Purgado el freno trasero, orden 4182.',
      queueFriday: 'Mucha gente ante la caja al mediodía.',
      leak: 'La bomba gotea por la válvula. Necesita una junta nueva.',
      queueMonday: 'Los clientes llegaban hasta la puerta.',
      helmets: 'Northwind trajo doce cascos.',
      seal: 'Pedida una junta para la bomba.',
      shortQueue: 'Casi nadie esperó por la mañana.',
      refund: 'Devuelta la factura 771 al cliente.',
      giftCard: 'Vendida una tarjeta de regalo.',
      pads: 'Cambiadas las pastillas de freno, orden 4190.',
      queueWednesday: 'Todos vinieron a la vez después de comer.',
      compressor: 'Compresor revisado. El filtro es nuevo.',
      wheel: 'Centrada la rueda delantera de la bicicleta de carga.',
      key: 'La llave de repuesto cuelga en el armario.',
      pumpRepaired: 'La bomba está reparada y seca.',
    },
  },
  hi: {
    bay: 'कार्यशाला',
    desk: 'काउंटर',
    page: 'सुबह की सूची',
    pageText: '# हर सुबह\n\n- [ ] कंप्रेसर चालू करें\n- [x] फाटक खोलें\n- गल्ला गिनें',
    recording: 'प्रबंधक सभा',
    said: [
      { speaker: 'A', text: 'खिड़की पर कतार हर हफ़्ते बढ़ती है।' },
      { speaker: 'B', text: 'हमने मार्च में दूसरा खजांची रखने का निर्णय लिया।' },
      { speaker: 'A', text: 'लिफ्ट का बजट चार हज़ार है।' },
    ],
    graph: 'प्रतीक्षा',
    labels: { long: 'लंबी', short: 'छोटी' },
    camera: 'बंदरगाह फाटक',
    words: {
      brake: 'ब्रेक',
      pump: 'पंप',
      compressor: 'कंप्रेसर',
      helmets: 'हेलमेट',
      repaired: 'मरम्मत',
      key: 'अतिरिक्त चाबी',
      invoice: 'बिल 771',
    },
    logs: {
      bleed: 'पिछला ब्रेक ठीक से भरा, टिकट 4182।',
      queueFriday: 'दोपहर से पहले बहुत भीड़ थी।',
      leak: 'पंप के वाल्व से पानी टपकता है। नई सील चाहिए।',
      queueMonday: 'ग्राहक दरवाज़े तक खड़े थे।',
      helmets: 'Northwind बारह हेलमेट दे गया।',
      seal: 'पंप के लिए सील मँगवाई।',
      shortQueue: 'सुबह मुश्किल से कोई रुका।',
      refund: 'बिल 771 का पैसा लौटाया।',
      giftCard: 'एक उपहार कार्ड बेचा।',
      pads: 'ब्रेक पैड नए लगाए, टिकट 4190।',
      queueWednesday: 'खाने के बाद सब एक साथ आए।',
      compressor: 'कंप्रेसर की सर्विस हुई। फ़िल्टर नया है।',
      wheel: 'मालवाहक साइकिल का अगला पहिया सीधा किया।',
      key: 'अतिरिक्त चाबी दफ़्तर की अलमारी में है।',
      pumpRepaired: 'पंप की मरम्मत हो गई, अब सूखा है।',
    },
  },
}
