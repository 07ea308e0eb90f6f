import type { Language } from '#shared/contract/common'
import type { PauseCause, RunReason } from '#shared/contract/jobs/job'

/** Which jobs an answer is about. */
export type OnlyJobs = 'all' | 'running' | 'failed' | 'paused'

interface JobSayings {
  locale: string
  /** One of them, and more. */
  job: string
  jobs: string
  /** Says how many there are; `count` has their number and noun. */
  some(count: string, only: OnlyJobs): string
  none: Record<OnlyJobs, string>
  next(time: string): string
  noNext: string
  paused(why: string): string
  neverRan: string
  running: string
  succeeded(time: string, title: string | null): string
  failed(time: string, why: string): string
  skipped(time: string, why: string): string
  causes: Record<PauseCause, string>
  reasons: Record<RunReason, string>
}

/** What Mate says about jobs without a model. */
export const jobSayings: Record<Language, JobSayings> = {
  en: {
    locale: 'en-US',
    job: 'job',
    jobs: 'jobs',
    some: (count, only) =>
      ({
        all: `You can see ${count}:`,
        running: `${count} active:`,
        failed: `${count} whose last run failed:`,
        paused: `${count} paused:`,
      })[only],
    none: {
      all: 'There is no job that you can see.',
      running: 'No job that you can see is active.',
      failed: 'The last run of no job that you can see failed.',
      paused: 'No job that you can see is paused.',
    },
    next: time => `next at ${time}`,
    noNext: 'no further run is planned',
    paused: why => `paused: ${why}`,
    neverRan: 'it has not run yet',
    running: 'it is running now',
    succeeded: (time, title) => `last run at ${time}${title === null ? ', nothing to write' : `: ${title}`}`,
    failed: (time, why) => `failed at ${time}: ${why}`,
    skipped: (time, why) => `skipped at ${time}: ${why}`,
    causes: {
      person: 'somebody paused it',
      failures: 'it failed five times in a row',
      source_gone: 'what it watches no longer exists',
      owner_gone: 'its owner left the workspace',
      plan: 'the plan has no room for it',
      no_working_hours: 'nobody has the working hours that it runs in',
      operator: 'an operator of the server paused it',
    },
    reasons: {
      no_picture: 'no picture came',
      not_shared: 'nobody shared the screen',
      source_gone: 'what it watches no longer exists',
      not_allowed: 'its owner may no longer see what it watches',
      destination_gone: 'its owner may no longer write there',
      model_failed: 'the model gave no usable answer',
      model_slow: 'the model took too long',
      picture_unreadable: 'the picture could not be read',
      code_failed: 'its code failed',
      code_slow: 'its code took too long',
      paused: 'it was paused',
      server_stopped: 'the server was off',
      unexpected: 'something unexpected happened',
    },
  },
  de: {
    locale: 'de-DE',
    job: 'Job',
    jobs: 'Jobs',
    some: (count, only) =>
      ({
        all: `Du kannst ${count} sehen:`,
        running: `${count} aktiv:`,
        failed: `${count}, bei denen der letzte Lauf fehlschlug:`,
        paused: `${count} pausiert:`,
      })[only],
    none: {
      all: 'Es gibt keinen Job, den du sehen kannst.',
      running: 'Kein Job, den du sehen kannst, ist aktiv.',
      failed: 'Bei keinem Job, den du sehen kannst, schlug der letzte Lauf fehl.',
      paused: 'Kein Job, den du sehen kannst, ist pausiert.',
    },
    next: time => `nächster Lauf ${time}`,
    noNext: 'kein weiterer Lauf ist geplant',
    paused: why => `pausiert: ${why}`,
    neverRan: 'noch nicht gelaufen',
    running: 'läuft gerade',
    succeeded: (time, title) => `letzter Lauf ${time}${title === null ? ', nichts zu schreiben' : `: ${title}`}`,
    failed: (time, why) => `fehlgeschlagen ${time}: ${why}`,
    skipped: (time, why) => `ausgelassen ${time}: ${why}`,
    causes: {
      person: 'jemand hat ihn pausiert',
      failures: 'er schlug fünfmal hintereinander fehl',
      source_gone: 'was er beobachtet, gibt es nicht mehr',
      owner_gone: 'wem er gehörte, hat den Arbeitsbereich verlassen',
      plan: 'der Tarif hat keinen Platz für ihn',
      no_working_hours: 'niemand hat die Arbeitszeiten, in denen er läuft',
      operator: 'der Betrieb des Servers hat ihn pausiert',
    },
    reasons: {
      no_picture: 'es kam kein Bild',
      not_shared: 'niemand hat den Bildschirm geteilt',
      source_gone: 'was er beobachtet, gibt es nicht mehr',
      not_allowed: 'wem er gehört, darf das nicht mehr sehen',
      destination_gone: 'wem er gehört, darf dort nicht mehr schreiben',
      model_failed: 'das Modell gab keine brauchbare Antwort',
      model_slow: 'das Modell brauchte zu lange',
      picture_unreadable: 'das Bild war nicht lesbar',
      code_failed: 'sein Code ist fehlgeschlagen',
      code_slow: 'sein Code brauchte zu lange',
      paused: 'er war pausiert',
      server_stopped: 'der Server war aus',
      unexpected: 'etwas Unerwartetes ist passiert',
    },
  },
  es: {
    locale: 'es-ES',
    job: 'trabajo',
    jobs: 'trabajos',
    some: (count, only) =>
      ({
        all: `Puedes ver ${count}:`,
        running: `${count} en marcha:`,
        failed: `${count} cuya última ejecución falló:`,
        paused: `${count} en pausa:`,
      })[only],
    none: {
      all: 'No hay ningún trabajo que puedas ver.',
      running: 'Ningún trabajo que puedas ver está en marcha.',
      failed: 'No falló la última ejecución de ningún trabajo que puedas ver.',
      paused: 'Ningún trabajo que puedas ver está en pausa.',
    },
    next: time => `próxima ejecución ${time}`,
    noNext: 'no hay más ejecuciones previstas',
    paused: why => `en pausa: ${why}`,
    neverRan: 'aún no se ha ejecutado',
    running: 'se está ejecutando',
    succeeded: (time, title) => `última ejecución ${time}${title === null ? ', nada que escribir' : `: ${title}`}`,
    failed: (time, why) => `falló ${time}: ${why}`,
    skipped: (time, why) => `omitida ${time}: ${why}`,
    causes: {
      person: 'alguien lo puso en pausa',
      failures: 'falló cinco veces seguidas',
      source_gone: 'lo que observa ya no existe',
      owner_gone: 'su propietario dejó el espacio de trabajo',
      plan: 'el plan no tiene sitio para él',
      no_working_hours: 'nadie tiene el horario en el que se ejecuta',
      operator: 'lo pausó el operador del servidor',
    },
    reasons: {
      no_picture: 'no llegó ninguna imagen',
      not_shared: 'nadie compartía la pantalla',
      source_gone: 'lo que observa ya no existe',
      not_allowed: 'su propietario ya no puede ver lo que observa',
      destination_gone: 'su propietario ya no puede escribir ahí',
      model_failed: 'el modelo no dio una respuesta útil',
      model_slow: 'el modelo tardó demasiado',
      picture_unreadable: 'la imagen no se pudo leer',
      code_failed: 'su código falló',
      code_slow: 'su código tardó demasiado',
      paused: 'estaba en pausa',
      server_stopped: 'el servidor estaba apagado',
      unexpected: 'ocurrió algo inesperado',
    },
  },
  hi: {
    locale: 'hi-IN',
    job: 'जॉब',
    jobs: 'जॉब',
    some: (count, only) =>
      ({
        all: `आप ${count} देख सकते हैं:`,
        running: `${count} सक्रिय:`,
        failed: `${count} जिनका पिछला रन विफल रहा:`,
        paused: `${count} रुके हुए:`,
      })[only],
    none: {
      all: 'ऐसा कोई जॉब नहीं है जिसे आप देख सकें।',
      running: 'ऐसा कोई सक्रिय जॉब नहीं है जिसे आप देख सकें।',
      failed: 'जो जॉब आप देख सकते हैं, उनमें से किसी का पिछला रन विफल नहीं रहा।',
      paused: 'ऐसा कोई रुका हुआ जॉब नहीं है जिसे आप देख सकें।',
    },
    next: time => `अगला रन ${time}`,
    noNext: 'आगे कोई रन तय नहीं है',
    paused: why => `रुका हुआ: ${why}`,
    neverRan: 'अभी तक नहीं चला',
    running: 'अभी चल रहा है',
    succeeded: (time, title) => `पिछला रन ${time}${title === null ? ', लिखने को कुछ नहीं था' : `: ${title}`}`,
    failed: (time, why) => `${time} विफल: ${why}`,
    skipped: (time, why) => `${time} छोड़ा गया: ${why}`,
    causes: {
      person: 'किसी ने इसे रोका',
      failures: 'यह लगातार पाँच बार विफल रहा',
      source_gone: 'जिसे यह देखता था वह अब नहीं है',
      owner_gone: 'इसके मालिक ने कार्यस्थान छोड़ दिया',
      plan: 'प्लान में इसके लिए जगह नहीं है',
      no_working_hours: 'जिसके काम के घंटों में यह चलता है, उसके कोई घंटे नहीं हैं',
      operator: 'सर्वर के संचालक ने इसे रोका',
    },
    reasons: {
      no_picture: 'कोई चित्र नहीं आया',
      not_shared: 'किसी ने स्क्रीन साझा नहीं की',
      source_gone: 'जिसे यह देखता था वह अब नहीं है',
      not_allowed: 'इसका मालिक अब उसे नहीं देख सकता',
      destination_gone: 'इसका मालिक अब वहाँ नहीं लिख सकता',
      model_failed: 'मॉडल ने काम का उत्तर नहीं दिया',
      model_slow: 'मॉडल को बहुत समय लगा',
      picture_unreadable: 'चित्र पढ़ा नहीं जा सका',
      code_failed: 'इसका कोड विफल रहा',
      code_slow: 'इसके कोड को बहुत समय लगा',
      paused: 'यह रुका हुआ था',
      server_stopped: 'सर्वर बंद था',
      unexpected: 'कुछ अनपेक्षित हुआ',
    },
  },
}
