export const mateAutoApproval = {
  title: 'Lo que Mate puede hacer',
  text: 'Mate pregunta antes de cambiar algo. Lo que actives aquí lo hace enseguida cuando se lo pidas.',
  loading: 'Cargando lo que Mate puede hacer',
  kinds: {
    write_log: 'Escribir registros',
    create_task: 'Crear tareas y recordatorios',
    change_task: 'Cambiar tareas',
    pause_job: 'Pausar trabajos',
    resume_job: 'Reanudar trabajos',
  },
  note: 'Vale para ti en este espacio de trabajo, con tus permisos. Si una respuesta ofrece más de una cosa, Mate sigue preguntando. Todo queda en el registro de auditoría y se puede deshacer. Con un modelo conectado, ten en cuenta que Mate lee textos de otras personas y lo que escriben puede confundirlo.',
}
