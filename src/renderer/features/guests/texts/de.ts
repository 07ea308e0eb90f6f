export const guests = {
  page: 'Mate, als Gast',
  subtitle: 'Gast-Chat, bleibt 24 Stunden',
  signIn: 'Anmelden',
  signUpFree: 'Kostenlos registrieren',
  greeting: {
    title: 'Probiere Mate mit einer Aufnahme aus',
    text: 'Mate trennt die Stimmen, schreibt mit, was sie sagen, und beantwortet Fragen dazu.',
    textNoWords:
      'Mate trennt die Stimmen und zeigt, wer wann gesprochen hat. Dieser Server hat noch kein Sprachmodell, deshalb wird der Wortlaut nicht transkribiert.',
    record: 'Besprechung aufnehmen',
  },
  limits:
    'Als Gast kannst du {{questions}} Fragen in der Stunde stellen und {{recordings}} Aufnahmen von je höchstens {{size}} hochladen. Nur Ton.',
  composer: {
    placeholder: 'Frag Mate oder lege eine Audiodatei hier ab',
    attach: 'Aufnahme anhängen',
    drop: 'Lege die Aufnahme hier ab',
    notSound: 'Hier lassen sich nur Tonaufnahmen hochladen.',
    tooLarge: '{{name}} ist zu groß. Gäste können Dateien bis {{size}} hochladen.',
  },
  length: {
    hours: '{{hours}} Std. {{minutes}} Min.',
    minutes: '{{minutes}} Min. {{seconds}} Sek.',
    seconds: '{{seconds}} Sek.',
  },
  recording: {
    label: 'Du, {{time}}: eine Aufnahme',
    loading: 'Die Aufnahme wird geladen',
    listening: 'hört zu',
    found_one: 'hat {{count}} Stimme gefunden',
    found_other: 'hat {{count}} Stimmen gefunden',
    withWords: 'Ich habe die Aufnahme transkribiert und die Stimmen getrennt.',
    withoutWords:
      'Ich kann sagen, wer wann gesprochen hat. Dieser Server hat noch kein Sprachmodell, deshalb kann ich den Wortlaut nicht transkribieren.',
    failed: 'konnte sie nicht verarbeiten',
    gone: 'Diese Aufnahme ist nicht mehr da.',
    remove: 'Von der Liste entfernen',
    starting: 'Wird an Mate gesendet',
    notStarted: '{{name}} ist nicht bei Mate angekommen.',
    drop: 'Verwerfen',
    readFailed: 'Der Stand der Aufnahme wurde nicht geladen.',
  },
  off: {
    title: 'Der Gastzugang ist ausgeschaltet',
    text: 'Melde dich mit E-Mail oder Telefon an oder registriere dich. Es kostet nichts.',
    action: 'Anmelden',
  },
  failed: { title: 'Der Gast-Chat wurde nicht geöffnet' },
  over: {
    title: 'Deine 24 Stunden als Gast sind um',
    text: 'Was du hochgeladen und gefragt hast, ist gelöscht. Was du gerade geschrieben hast, ist noch da.',
    action: 'Neu beginnen',
  },
  signUp: {
    title: 'Registriere dich für die Vollversion von {{product}}. Kostenlos!',
    text: 'Dein Transkript kommt mit. Du kannst es durchsuchen, teilen und Fragen dazu stellen.',
    action: 'Registrieren',
    later: 'Jetzt nicht, weiter ausprobieren',
  },
  claim: {
    done_one: 'Deine Aufnahme ist jetzt bei deinen Logbüchern',
    done_other: 'Deine {{count}} Aufnahmen sind jetzt bei deinen Logbüchern',
    doneText: 'Nur du siehst sie, bis du sie teilst.',
    failed: 'Deine Aufnahme wurde noch nicht übernommen',
    gone: 'Deine Aufnahme konnte nicht übernommen werden',
    waiting_one: '{{count}} Datei wurde noch nicht hochgeladen. Du findest sie unter „Eine Besprechung aufnehmen“.',
    waiting_other:
      '{{count}} Dateien wurden noch nicht hochgeladen. Du findest sie unter „Eine Besprechung aufnehmen“.',
    show: 'Zeigen',
  },
}
