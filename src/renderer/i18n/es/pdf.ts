export const pdf = {
  page: 'Página {{number}} de {{count}}',
  place: '{{number}} de {{count}}',
  larger: 'Más grande',
  smaller: 'Más pequeño',
  whole: 'Tan ancho como la ventana',
  pageFailed: 'No se puede mostrar la página {{number}}.',
  linkInside: 'Enlace en la página {{number}} a otro lugar del archivo',
  cut: 'Se muestran las primeras {{count}} páginas. Descarga el archivo para ver las demás.',
  refused: {
    damaged: 'Este PDF está dañado o no es un PDF. Quizá otro programa todavía lo abra.',
    locked: 'Este PDF está protegido con una contraseña.',
    slow: 'Abrir este PDF aquí tarda demasiado. Descárgalo.',
    large: 'Este PDF es demasiado grande para mostrarlo aquí. Descárgalo.',
    gone: 'No se pudo cargar el archivo. Quizá falte él o la conexión.',
  },
  password: {
    why: 'Este PDF está protegido con una contraseña.',
    label: 'Contraseña',
    wrong: 'Esa no es la contraseña de este PDF.',
    open: 'Abrir',
  },
}
