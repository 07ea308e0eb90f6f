import type { Language } from '#shared/contract/common'

/** What Mate can propose for a job that exists. */
export type JobChange = 'pause' | 'resume' | 'run'

interface JobActionSayings {
  locale: string
  /** The texts of options; names are plain. */
  label: Record<JobChange, (name: string) => string>
  openEditor: string
  /** Shown beside the options; `jobs` are finished markdown. */
  proposal: Record<JobChange, (jobs: string) => string>
  /** A job to which the request makes no difference. */
  already: Record<'active' | 'paused' | 'ended', (job: string) => string>
  notEditable(jobs: string): string
  noneNamed: string
  whichJobs: string
  mayNotMake: string
  /** The heading of what was understood of a new job. */
  newJob: string
  looksAt(names: string): string
  reads(logbooks: string): string
  writesTo(logbooks: string): string
  /** The first two times. */
  runsAt(times: string): string
  chooseSource: string
  chooseLogbook: string
  chooseTime: string
}

/** What Mate says about actions on jobs without a model, and the texts of their options. */
export const jobActionSayings: Record<Language, JobActionSayings> = {
  en: {
    locale: 'en-US',
    label: { pause: name => `Pause ${name}`, resume: name => `Resume ${name}`, run: name => `Run ${name} now` },
    openEditor: 'Check and save the job',
    proposal: {
      pause: jobs => `I can pause ${jobs}. Nothing changes until you press the button.`,
      resume: jobs => `I can resume ${jobs}. Nothing changes until you press the button.`,
      run: jobs => `I can run ${jobs} once, now. Nothing happens until you press the button.`,
    },
    already: {
      active: job => `${job} is active and not paused.`,
      paused: job => `${job} is already paused.`,
      ended: job => `${job} has ended. Change its schedule to start it again.`,
    },
    notEditable: jobs => `You can see ${jobs}, but not change it.`,
    noneNamed: 'I found no job of that name that you can see.',
    whichJobs: 'Which jobs are there?',
    mayNotMake: 'You are not allowed to create jobs here. An owner or admin can allow it.',
    newJob:
      'I prepared a job. It is created only when you save it in the editor, where you can check it and try it out.',
    looksAt: names => `Looks at ${names}`,
    reads: logbooks => `Reads ${logbooks}`,
    writesTo: logbooks => `Writes to ${logbooks}`,
    runsAt: times => `Runs first at ${times}`,
    chooseSource: 'I found nothing that it should look at: choose it in the editor.',
    chooseLogbook: 'I found no logbook that you can write in: choose it in the editor.',
    chooseTime: 'I did not understand when it should run: choose it in the editor.',
  },
  de: {
    locale: 'de-DE',
    label: {
      pause: name => `${name} pausieren`,
      resume: name => `${name} fortsetzen`,
      run: name => `${name} jetzt ausführen`,
    },
    openEditor: 'Job prüfen und speichern',
    proposal: {
      pause: jobs => `Ich kann ${jobs} pausieren. Bis du die Schaltfläche drückst, ändert sich nichts.`,
      resume: jobs => `Ich kann ${jobs} fortsetzen. Bis du die Schaltfläche drückst, ändert sich nichts.`,
      run: jobs => `Ich kann ${jobs} jetzt einmal ausführen. Bis du die Schaltfläche drückst, geschieht nichts.`,
    },
    already: {
      active: job => `${job} ist aktiv und nicht pausiert.`,
      paused: job => `${job} ist schon pausiert.`,
      ended: job => `${job} ist beendet. Ändere den Zeitplan, um den Job neu zu starten.`,
    },
    notEditable: jobs => `Du kannst ${jobs} sehen, aber nicht ändern.`,
    noneNamed: 'Ich habe keinen Job mit diesem Namen gefunden, den du sehen kannst.',
    whichJobs: 'Welche Jobs gibt es?',
    mayNotMake: 'Du darfst hier keine Jobs anlegen. Das können Besitzer und Admins erlauben.',
    newJob:
      'Ich habe einen Job vorbereitet. Er entsteht erst, wenn du ihn im Editor speicherst, wo du ihn prüfen und ausprobieren kannst.',
    looksAt: names => `Schaut auf ${names}`,
    reads: logbooks => `Liest ${logbooks}`,
    writesTo: logbooks => `Schreibt in ${logbooks}`,
    runsAt: times => `Läuft zuerst: ${times}`,
    chooseSource: 'Ich habe nichts gefunden, worauf er schauen soll: Wähle es im Editor.',
    chooseLogbook: 'Ich habe kein Logbuch gefunden, in das du schreiben kannst: Wähle es im Editor.',
    chooseTime: 'Ich habe nicht verstanden, wann er laufen soll: Wähle es im Editor.',
  },
  es: {
    locale: 'es-ES',
    label: {
      pause: name => `Pausar ${name}`,
      resume: name => `Reanudar ${name}`,
      run: name => `Ejecutar ${name} ahora`,
    },
    openEditor: 'Revisar y guardar el trabajo',
    proposal: {
      pause: jobs => `Puedo pausar ${jobs}. Nada cambia hasta que pulses el botón.`,
      resume: jobs => `Puedo reanudar ${jobs}. Nada cambia hasta que pulses el botón.`,
      run: jobs => `Puedo ejecutar ${jobs} una vez, ahora. No ocurre nada hasta que pulses el botón.`,
    },
    already: {
      active: job => `${job} está activo y no en pausa.`,
      paused: job => `${job} ya está en pausa.`,
      ended: job => `${job} ha terminado. Cambia su horario para iniciarlo de nuevo.`,
    },
    notEditable: jobs => `Puedes ver ${jobs}, pero no cambiarlo.`,
    noneNamed: 'No encontré ningún trabajo con ese nombre que puedas ver.',
    whichJobs: '¿Qué trabajos hay?',
    mayNotMake: 'No puedes crear trabajos aquí. Un propietario o administrador puede permitirlo.',
    newJob: 'He preparado un trabajo. Solo se crea cuando lo guardas en el editor, donde puedes revisarlo y probarlo.',
    looksAt: names => `Mira ${names}`,
    reads: logbooks => `Lee ${logbooks}`,
    writesTo: logbooks => `Escribe en ${logbooks}`,
    runsAt: times => `Se ejecuta primero: ${times}`,
    chooseSource: 'No encontré nada que deba mirar: elígelo en el editor.',
    chooseLogbook: 'No encontré ninguna bitácora en la que puedas escribir: elígela en el editor.',
    chooseTime: 'No entendí cuándo debe ejecutarse: elígelo en el editor.',
  },
  hi: {
    locale: 'hi-IN',
    label: {
      pause: name => `${name} रोकें`,
      resume: name => `${name} फिर शुरू करें`,
      run: name => `${name} अभी चलाएँ`,
    },
    openEditor: 'जॉब जाँचें और सहेजें',
    proposal: {
      pause: jobs => `मैं ${jobs} को रोक सकता हूँ। बटन दबाने तक कुछ नहीं बदलेगा।`,
      resume: jobs => `मैं ${jobs} को फिर शुरू कर सकता हूँ। बटन दबाने तक कुछ नहीं बदलेगा।`,
      run: jobs => `मैं ${jobs} को अभी एक बार चला सकता हूँ। बटन दबाने तक कुछ नहीं होगा।`,
    },
    already: {
      active: job => `${job} चालू है, रुका हुआ नहीं है।`,
      paused: job => `${job} पहले से रुका हुआ है।`,
      ended: job => `${job} समाप्त हो चुका है। फिर शुरू करने के लिए उसका समय बदलें।`,
    },
    notEditable: jobs => `आप ${jobs} को देख सकते हैं, पर बदल नहीं सकते।`,
    noneNamed: 'मुझे इस नाम का ऐसा कोई जॉब नहीं मिला जिसे आप देख सकें।',
    whichJobs: 'कौन से जॉब हैं?',
    mayNotMake: 'आपको यहाँ जॉब बनाने की अनुमति नहीं है। कोई मालिक या एडमिन इसकी अनुमति दे सकता है।',
    newJob: 'मैंने एक जॉब तैयार किया है। वह तभी बनेगा जब आप उसे एडिटर में सहेजेंगे, जहाँ आप उसे जाँच और आज़मा सकते हैं।',
    looksAt: names => `देखता है: ${names}`,
    reads: logbooks => `पढ़ता है: ${logbooks}`,
    writesTo: logbooks => `यहाँ लिखता है: ${logbooks}`,
    runsAt: times => `पहली बार चलेगा: ${times}`,
    chooseSource: 'मुझे ऐसा कुछ नहीं मिला जिसे वह देखे: उसे एडिटर में चुनें।',
    chooseLogbook: 'मुझे ऐसी कोई लॉगबुक नहीं मिली जिसमें आप लिख सकें: उसे एडिटर में चुनें।',
    chooseTime: 'मुझे समझ नहीं आया कि वह कब चले: उसे एडिटर में चुनें।',
  },
}
