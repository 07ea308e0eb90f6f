export const apiErrors = {
  billing: {
    off: 'Este servidor no tiene planes. Todo está incluido.',
    already_subscribed: 'Este espacio de trabajo ya tiene un plan. Cámbialo.',
    declined: 'La tarjeta fue rechazada, así que el plan sigue igual. Usa otra tarjeta e inténtalo de nuevo.',
    no_subscription: 'Este espacio de trabajo no tiene un plan de pago. Elige uno primero.',
    not_changeable: 'El plan no se puede cambiar así en este momento.',
    invoice_not_found: 'Esta factura no existe.',
    order_not_found: 'Este pedido ya no existe.',
    order_paid: 'Este pedido ya está pagado.',
    provider_failed: 'El proveedor de pagos no respondió como se esperaba. No se ha cobrado nada. Inténtalo de nuevo.',
    wrong_signature: 'No se pudo verificar la respuesta del proveedor de pagos.',
  },
  guest: {
    off: 'El acceso de invitados está desactivado. Inicia sesión o regístrate.',
    too_many: 'Han llegado demasiados invitados desde tu red. Inténtalo dentro de una hora o regístrate.',
    too_many_messages: 'Un invitado puede hacer diez preguntas por hora. Regístrate para continuar ahora.',
    too_many_recordings: 'Un invitado puede subir tres grabaciones. Regístrate para subir más.',
    not_found: 'Esta grabación ya no está. Lo que suben los invitados se guarda 24 horas.',
  },
  code: {
    wrong: 'Ese código no es correcto. Revísalo e inténtalo de nuevo.',
    expired: 'Este código ha caducado. Envía uno nuevo.',
    too_many_attempts: 'Demasiados intentos fallidos. Envía un código nuevo.',
    too_many_sent: 'Se han enviado demasiados códigos a esta dirección. Inténtalo de nuevo dentro de una hora.',
    not_sent: 'No se ha podido enviar el código. Inténtalo de nuevo o usa otra dirección.',
    domain_refused:
      'Este servidor solo abre cuentas para direcciones de su organización. Usa la tuya o pide que inviten a esta.',
  },
  google: {
    domain_refused:
      'Esta cuenta no tiene una dirección de correo que este servidor acepte. Usa la cuenta de tu organización.',
    not_configured: 'Este servidor no ofrece el inicio de sesión con Google.',
    refused: 'Google no ha confirmado este inicio de sesión. Inténtalo de nuevo.',
  },
  address: { taken: 'Otra cuenta ya usa esta dirección.' },
  profile: {
    token_required: 'Ha pasado demasiado tiempo desde que iniciaste sesión. Inicia sesión de nuevo.',
    picture_invalid: 'La foto debe ser una imagen PNG, JPEG o WebP de 300 kB como máximo.',
  },
  organization: {
    not_found: 'Este espacio de trabajo ya no se puede restaurar.',
    name_differs: 'Este no es el nombre del espacio de trabajo. Escríbelo exactamente.',
    not_member: 'No eres miembro de este espacio de trabajo.',
    required: 'Elige primero un espacio de trabajo.',
  },
  handover: { owner_needed: 'Lo que tenía otra persona solo puedes entregarlo a propietarios o administradores.' },
  owner: {
    last: 'Un espacio de trabajo necesita al menos un propietario. Nombra antes propietario a otra persona.',
  },
  person: { not_found: 'Esta persona ya no está aquí.' },
  role: {
    not_found: 'Este rol ya no existe.',
    name_taken: 'Ya hay un rol con este nombre.',
  },
  branch: {
    not_found: 'Esta sede ya no existe.',
    name_taken: 'Ya hay una sede con este nombre.',
    primary: 'La sede principal no se puede eliminar.',
  },
  join_link: {
    not_found: 'Este enlace ya no funciona. Pide uno nuevo.',
    too_many: 'Hay demasiados enlaces abiertos. Revoca uno antes.',
  },
  invite: {
    not_found: 'Esta invitación ya no existe.',
    owner_needed:
      'Quien te invitó ya no puede dar el acceso que tiene este rol. Pide a un propietario o a un administrador que te invite de nuevo.',
    expired: 'Esta invitación ha caducado. Pide una nueva.',
    not_yours: 'Esta invitación es para otra dirección. Inicia sesión con el correo o el teléfono invitado.',
    answered: 'Esta invitación ya se ha respondido.',
    not_sent: 'No se ha podido enviar la invitación. Revisa la dirección y envíala de nuevo.',
    already_member: 'Esta persona ya es miembro.',
  },
  grant: {
    too_much: 'No puedes dar más acceso del que tienes.',
    owner_needed:
      'Este rol o esta sede da acceso a algo que tú no puedes ver o cambiar. Puede hacerlo un propietario o un administrador.',
  },
  access: {
    too_many_requests: 'Tienes demasiadas solicitudes sin respuesta. Espera a que respondan a algunas.',
    request_not_found: 'Esta solicitud ya no está pendiente.',
  },
  document: {
    not_found: 'Este documento ya no existe.',
    read_only: 'Puedes leerlo, pero no escribir en él.',
    not_a_logbook: 'Solo las bitácoras tienen entradas. Este es otro tipo de documento.',
    stale: 'Mientras tanto se guardó una versión más nueva. Tu texto no se pierde.',
  },
  page: {
    not_a_page: 'Solo las páginas se escriben entre varios. Este documento es de otro tipo.',
    malformed: 'Este cambio no se puede leer.',
    not_allowed: 'Este cambio contiene algo que una página no admite.',
    incomplete: 'Faltan cambios anteriores. Vuelve a abrir la página.',
    foreign_client: 'Este cambio está firmado como si fuera de otra persona.',
    too_long: 'Esta página está llena.',
    mention_blind: 'Una de las personas mencionadas no puede leer esta página.',
  },
  thread: {
    not_found: 'Estos comentarios ya no existen.',
    not_yours: 'Solo quien escribió un comentario puede cambiarlo.',
  },
  version: { not_found: 'Esta versión ya no existe.' },
  summary: {
    nothing_to_read: 'Todavía no hay nada que resumir. Elige un periodo más largo o escribe antes una entrada.',
    not_here: 'Las páginas no tienen resumen.',
    overtaken: 'Alguien cambió el resumen mientras se escribía uno nuevo. Míralo y actualízalo después.',
    model_failed: 'El modelo de lenguaje no respondió. El resumen queda como estaba. Inténtalo de nuevo.',
  },
  push: {
    token_invalid: 'Los mensajes push no funcionan en este navegador.',
    address_refused:
      'Este servidor no puede acceder al servicio push de este navegador. Pregunta a quien lo administra.',
  },
  message: {
    not_found: 'Este mensaje ya no está aquí.',
    not_yours: 'Solo quien escribió el mensaje puede hacer esto.',
    deleted: 'Este mensaje se eliminó.',
    too_many_reactions: 'Este mensaje ya tiene el máximo de reacciones distintas.',
    too_many_pins: 'Este chat ya tiene el máximo de mensajes fijados. Quita antes uno.',
  },
  chat: {
    not_found: 'Este chat ya no está aquí.',
    disabled: 'Esta persona ha dejado el espacio de trabajo y ya no se le puede escribir.',
    of_bot: 'En este chat escribe un bot, que no lee nada.',
    not_a_group: 'Solo los grupos tienen un nombre y personas que se pueden cambiar.',
    too_many_people: 'Este grupo ya tiene el máximo de personas.',
  },
  calendar: {
    address_invalid: 'Esta no es la dirección de un calendario. Empieza por https:// o webcal://.',
    address_refused:
      'Este servidor no puede leer de esa dirección. Quien lo administra puede permitir la red con CALENDAR_ALLOWED_NETWORKS.',
    feed_unknown: 'No hay ningún calendario en esta dirección, o ha terminado.',
    not_found: 'Este calendario ya no existe.',
    too_many: 'Ya importaste el máximo de calendarios. Elimina antes uno.',
  },
  bot: {
    not_found: 'Este bot ya no existe.',
    of_jobs: 'Los trabajos escriben con este bot. No se puede cambiar.',
    too_many: 'Este espacio de trabajo ya tiene el máximo de bots.',
    webhook_unknown: 'Este webhook no existe o ha terminado.',
    not_allowed: 'Este bot no puede escribir ahí.',
  },
  log: {
    mention_blind: 'Una de las personas mencionadas no puede leer esta bitácora. Quita su nombre o dale acceso.',
    not_found: 'Esta entrada ya no existe.',
    stale: 'Mientras tanto esta entrada se corrigió en otro sitio. Tu texto no se pierde.',
    not_yours:
      'Solo quien escribió una entrada puede corregirla. Las entradas de un trabajo o de Mate no se pueden corregir.',
    time_out_of_range:
      'Los registros pueden hablar de un momento entre el 1 de enero de 2000 y ahora. Elige otra hora.',
  },
  graph: {
    not_found: 'Este gráfico ya no existe.',
    too_many: 'Esta bitácora ha alcanzado su límite de gráficos. Elimina uno primero.',
    space_full: 'Este espacio ya muestra el máximo de gráficos. Suelta uno primero.',
    job_writes_nowhere: 'Este trabajo no escribe en ninguna bitácora. Elige una para el gráfico.',
  },
  threshold: {
    not_found: 'Este umbral ya no está aquí.',
    not_yours: 'Solo su autor y quien administra la bitácora pueden cambiar este umbral.',
    watcher_blind: 'Alguien a quien elegiste no puede ver este gráfico. Elige a personas que puedan.',
    too_many: 'Este gráfico ha llegado a su límite de umbrales. Elimina uno primero.',
  },
  annotation: {
    not_found: 'Esta anotación ya no existe.',
    not_yours: 'Solo quien la escribió o quien administra la bitácora puede cambiar esta anotación.',
    too_many: 'Este gráfico ha alcanzado su límite de anotaciones. Elimina una primero.',
  },
  label: {
    not_found: 'Esta etiqueta ya no existe.',
    in_use: 'Algunas entradas usan una etiqueta que quitas. Confirma que se quite de ellas.',
  },
  camera: {
    not_found: 'Esta cámara ya no existe.',
    address_invalid: 'Indica una dirección que empiece por http, https o rtsp.',
    address_refused:
      'Este servidor no lee de esa dirección. Quien lo administra puede permitir la red con CAMERA_ALLOWED_NETWORKS.',
    test_running: 'Tu última prueba de una cámara sigue en marcha. Espera a que termine.',
    network_not_private: 'Aquí solo se permiten redes privadas, como 192.168.4.0/24.',
    network_needs_operator:
      'Solo puede hacerlo un superusuario de este servidor, o el propietario si este es su único espacio de trabajo.',
  },
  source: { not_found: 'Esta fuente ya no existe.' },
  frame: { not_found: 'Esta imagen ya no existe.' },
  time_lapse: {
    unavailable: 'Este servidor no puede hacer vídeos porque no tiene ffmpeg. Quien lo administra puede instalarlo.',
  },
  attachment: {
    not_found: 'Este archivo ya no está.',
    taken: 'Este archivo ya está adjunto en otro lugar.',
    empty: 'Este archivo está vacío.',
    too_large: 'Este archivo es demasiado grande. El límite es de 100 MB, y de 500 MB para sonido.',
    too_long: 'Esta grabación es demasiado larga. El límite es de cuatro horas.',
    not_readable: 'No se puede leer esta imagen. Puede que esté dañada.',
    place_stays: 'De una imagen de este tipo no se puede quitar el lugar donde se tomó. Guárdala como JPEG o PNG.',
  },
  upload: {
    not_found: 'Esta subida ya no está.',
    finished: 'Esta subida ya ha terminado.',
    expired: 'Esta subida tardó más de un día. Empiézala de nuevo.',
    incomplete: 'Faltan partes del archivo.',
    too_many: 'Tienes demasiadas subidas sin terminar. Termina o cancela algunas.',
  },
  recording: {
    no_sound: 'En este archivo no hay sonido.',
    not_failed: 'Esta grabación no ha fallado. No hay nada que intentar de nuevo.',
    not_live: 'Tú no estás grabando esta reunión.',
  },
  transcript: {
    not_found: 'Aquí no hay ninguna transcripción.',
    not_ready: 'Esta transcripción aún no está terminada.',
    stale: 'Esta transcripción se cambió mientras tanto en otro sitio. Mírala de nuevo.',
  },
  segment: { not_found: 'Esta parte de la transcripción ya no está.' },
  speech: {
    no_words: 'Este servidor no tiene un modelo de voz. Quien lo administra puede conectar uno.',
    no_captions: 'Los subtítulos en vivo no están activados en este servidor.',
    failed: 'El modelo de voz no ha respondido. Inténtalo de nuevo.',
  },
  job: {
    not_found: 'Este trabajo ya no está aquí.',
    not_editable: 'Puedes ver este trabajo, pero no cambiarlo.',
    schedule_invalid: 'Este horario no se entiende. Revisa sus campos.',
    never_runs: 'Este horario no tiene ningún momento en el futuro. Cámbialo.',
    no_working_hours: 'Esta persona no tiene horario de trabajo, así que el trabajo nunca se ejecutaría.',
    nothing_to_read: 'Elige una cámara, una pantalla o una bitácora que lea el trabajo.',
    finished: 'Este trabajo ha terminado. Cambia su horario para iniciarlo de nuevo.',
    is_running: 'Este trabajo se está ejecutando ahora. Espera a que termine.',
    nothing_to_sync: 'Ninguna ejecución prevista falló ni se omitió desde la última correcta.',
    run_not_found: 'Este trabajo no tiene esa ejecución.',
    nothing_to_judge: 'Esta ejecución no tiene resultado.',
    too_many: 'Este espacio de trabajo llegó a su límite de trabajos. Borra uno primero.',
    model_unknown: 'Este servidor no tiene ningún modelo con ese nombre.',
    words_unavailable:
      'Este servidor no puede leer palabras en imágenes. Quien lo administra tiene que instalar tesseract.',
    overlay_invalid: 'No se pudo leer la zona. Dibújala otra vez.',
  },
  prompt: {
    not_found: 'Estas instrucciones ya no están aquí.',
    too_many: 'La biblioteca de instrucciones está llena. Borra unas primero.',
  },
  task: {
    not_found: 'Esta tarea ya no está aquí.',
    status_refused:
      'Una tarea no puede pasar de su estado a este. Retoma primero una tarea bloqueada, y reabre una terminada.',
    assign_missing: 'Solo puedes asignarte tareas a ti. Pide a un administrador el permiso para asignar tareas.',
    assignee_blind: 'Una de estas personas no puede ver el espacio de la tarea. Añádela primero al espacio.',
    dependency_cycle: 'Estas tareas se esperarían unas a otras. Quita una de ellas.',
    parent_invalid: 'Una tarea con tarea principal no puede tener otras debajo.',
    repeat_invalid: 'Esta repetición no se entiende. Revísala.',
    too_many: 'Este espacio de trabajo ha alcanzado su límite de tareas.',
    item_gone: 'Este punto ya no está en su texto.',
    already_made: 'Ya hay una tarea para esto.',
  },
  view: {
    not_found: 'Esta vista ya no existe.',
    not_yours: 'Solo quien guardó una vista, los propietarios y los administradores pueden cambiarla.',
    too_many: 'Has guardado tantas vistas como puede tener una persona. Elimina antes una.',
  },
  comment: {
    not_found: 'Este comentario ya no está aquí.',
    not_yours: 'Solo quien escribió un comentario puede cambiarlo.',
    too_late: 'Un comentario solo se puede cambiar durante 24 horas.',
    mention_blind: 'Una de las personas mencionadas no puede ver esta tarea. Quita su nombre o asígnale la tarea.',
  },
  samples: {
    present: 'El espacio de trabajo ya tiene contenido de ejemplo.',
    missing: 'No hay contenido de ejemplo que quitar.',
  },
  token: {
    not_found: 'Este token de acceso ya no está aquí.',
    too_many: 'Tienes tantos tokens de acceso como es posible. Revoca uno primero.',
    too_many_proposals: 'Los programas hicieron demasiadas propuestas en una hora. Inténtalo más tarde.',
    unknown: 'Este token de acceso no existe, ha caducado o fue revocado.',
    wrong_origin: 'Las páginas de otros sitios no pueden usar esta dirección.',
  },
  mate: {
    option_not_found: 'Aquí ya no hay nada que confirmar.',
    option_done: 'Esto ya se hizo.',
    option_expired: 'Esta propuesta ha caducado. Pregunta de nuevo a Mate.',
    busy: 'Mate aún está respondiendo. Detenlo o espera un momento.',
  },
}
