export const pages = {
  blocks: 'जोड़ें',
  mention: { label: 'उल्लेख करें' },
  link: { label: 'किसी दस्तावेज़ का लिंक' },
  picture: { label: 'तस्वीर', coming: '{{name}} अपलोड हो रहा है…', failed: '{{name}} अपलोड नहीं हो सका।' },
}
