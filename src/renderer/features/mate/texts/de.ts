export const mateAutoApproval = {
  title: 'Was Mate darf',
  text: 'Mate fragt, bevor sich etwas ändert. Was du hier einschaltest, tut Mate sofort, wenn du darum bittest.',
  loading: 'Es wird geladen, was Mate darf',
  kinds: {
    write_log: 'Einträge schreiben',
    create_task: 'Aufgaben und Erinnerungen anlegen',
    change_task: 'Aufgaben ändern',
    pause_job: 'Jobs anhalten',
    resume_job: 'Jobs fortsetzen',
  },
  note: 'Es gilt für dich in diesem Arbeitsbereich, mit deinen Rechten. Bietet eine Antwort mehreres an, fragt Mate weiterhin. Alles steht im Protokoll und lässt sich rückgängig machen. Ist ein Modell verbunden, bedenke: Mate liest Texte anderer, und was sie schreiben, kann es irreführen.',
}
