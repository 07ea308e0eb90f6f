import type { Language } from '#shared/contract/common'
import { wordSet } from './patterns'

/** Words of each language that say nothing about the topic of a text or a question. */
export const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    'a about after again back before came come comes down gone got had into made next off one only out over put still take taken then told too took two under went were while admin admins all an and any anything are as at be been by can could did do does entries entry find for from get give has have here how i in is it its last latest list log logbook logbooks logged logs many me member members mention mentioned mentions my named new newest note noted notes number of on or organisation organization our owner owners people please recent recently report reported reports said say says search see show so summaries summarise summarize summary team tell than that the their them there these they this those to today up was we week were what when where which who why will with work working works workspace colleagues else word words work write wrote written yesterday you your happened overview recap catch short count far morning afternoon evening days day past much just mate question someone anyone something',
  ),
  de: wordSet(
    'aber admin admins alle alles arbeitet arbeiten dabei inhaber inhaberin inhaberinnen kollegen mitglied mitglieder personen team alles als also am an anzahl auch auf aus bei bin bis bitte da das dass dem den der des die dies diese dieser doch du ein eine einem einen einer eines eintrag einträge er erwähnt erwähnte es etwas euch fasse finde für gab gemeldet geschrieben gibt habe haben hat heute hier ich im in ins ist ja kann kannst leute letzte letzten letzter logbuch logbücher man mate meine meldete mir mit nach neueste neuesten neuester nicht noch notiert notierte nur oder passiert protokolliert schon schrieb sich sie sind so suche überblick über um und uns viel viele vielen vom von vor wann war waren was welche welcher wem wen wer werden wie wieviel wir wird woche worden wurde wurden zeig zeige zu zum zur zusammen zusammenfassen zusammenfassung gestern tage tagen',
  ),
  es: wordSet(
    'a admin admins al algo colegas dueña dueñas dueño dueños equipo gente miembro miembros persona personas propietaria propietarias propietario propietarios son trabaja trabajan anotado anotó aquí así ayer bitácora bitácoras breve busca como con cuando cuántas cuántos cuantas cuantos cuál cuáles de del desde donde el ella en encuentra entrada entradas entre era es escribieron escribió escrito escritas ese eso esta está están este esto fue fueron ha hay hasta hoy informó la las lo los más mate me mencionó mencionan menciona mi mis muestra muy no nos número o para pasada pasado pasó pero por que qué quién quiénes quien registrado registrados registró registro registros resume resumen resumir se semana ser si sobre son su sus también te tiene todas todos tu un una uno unos y ya últimos últimas última último recientes reciente días día',
  ),
  hi: wordSet(
    'अब अभी आज एडमिन मालिक सदस्य सी से दस्तावेज़ लॉगबुकें आप इस इन इसका उस एक और कब कर करो का कि कितनी कितने किया किसने की कुछ के को कौन क्या खोजें खोजो गए गया गई जो टीम तक तुम था थी थे दर्ज दिखाएँ दिखाओ दिन दिनों दो ने नवीनतम पर पिछले प्रविष्टि प्रविष्टियाँ बताओ बताएँ बारे भी मेरी मेरे मैंने में यह यहाँ या लिखा लिखे लिखी लॉग लॉगबुक लोग वह संक्षेप सप्ताह सब सभी सारांश से हफ़्ते हफ्ते हाल हुआ हुई हुए है हैं हो mate',
  ),
}

/** All languages together, because people write in any, whatever their reader's is. */
export const stopWordsOfAll: ReadonlySet<string> = new Set(Object.values(stopWords).flatMap(words => [...words]))
