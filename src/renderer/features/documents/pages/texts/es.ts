export const pages = {
  blocks: 'Insertar',
  mention: { label: 'Mencionar' },
  link: { label: 'Enlazar un documento' },
  picture: { label: 'Imagen', coming: 'Subiendo {{name}}…', failed: 'No se ha podido subir {{name}}.' },
}
