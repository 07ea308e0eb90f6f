export const summaries = {
  title: {
    day: 'Heute bisher',
    week: 'Diese Woche bisher',
    month: 'Diesen Monat bisher',
  },
  until: 'Bis {{day}}',
  made_one: 'Aktualisiert {{when}} aus {{count}} Eintrag',
  made_other: 'Aktualisiert {{when}} aus {{count}} Einträgen',
  ofRecording: 'Aktualisiert {{when}} aus dem Gesagten',
  byHand: 'Von Hand geschrieben, {{when}}',
  newer_one: '{{count}} neuerer Eintrag',
  newer_other: '{{count}} neuere Einträge',
  corrected_one: '{{count}} Korrektur seither',
  corrected_other: '{{count}} Korrekturen seither',
  none: 'Es gibt noch keine Zusammenfassung. Mit „Aktualisieren“ schreibt Mate eine.',
  extract: {
    none: 'Die Sätze sind aus den Einträgen übernommen, weil mit diesem Server kein Sprachmodell verbunden ist. Wer ihn betreibt, kann eines verbinden.',
    unused:
      'Die Sätze sind aus den Einträgen übernommen, weil das Sprachmodell nicht sagte, worauf seine eigenen beruhen.',
  },
  extractSaid: {
    none: 'Die Sätze sind aus dem Gesagten übernommen, weil mit diesem Server kein Sprachmodell verbunden ist. Wer ihn betreibt, kann eines verbinden.',
    unused:
      'Die Sätze sind aus dem Gesagten übernommen, weil das Sprachmodell nicht sagte, worauf seine eigenen beruhen.',
  },
  replace: {
    title: 'Die von Hand geschriebene Zusammenfassung ersetzen?',
    text: 'Mate schreibt an ihrer Stelle eine neue. Die von Hand geschriebene bleibt im Verlauf.',
    submit: 'Ersetzen',
  },
  refresh: 'Aktualisieren',
  busy: 'Mate schreibt die Zusammenfassung',
  dismiss: 'Meldung schließen',
  range: {
    label: 'Einträge, die Mate liest',
    of: 'Einträge, die Mate liest: {{range}}',
    day: 'Heute',
    week: 'Diese Woche',
    month: 'Dieser Monat',
    all: 'Alle',
  },
  cited: 'Eintrag {{number}}: {{title}}',
  citedLog: 'Eintrag {{number}}',
  prompt: {
    open: 'Vorgabe bearbeiten',
    title: 'Vorgabe bearbeiten',
    label: 'Was die Zusammenfassung sagen soll',
    hint: 'In eigenen Worten: was zählt, wie lang, für wen.',
    refresh: 'Zusammenfassung damit aktualisieren',
    submit: 'Speichern',
  },
}
