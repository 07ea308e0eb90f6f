import type { FastifyInstance } from 'fastify'
import { apiError } from '#shared/errors'
import { body as limits } from '#shared/limits'

const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])
const comma = 0x2c

/**
 * True if JSON is nested no deeper and holds no more values than any call needs. It scans the text once, before
 * parsing, so that a body costs no more than its bytes. It does not check whether the text is valid JSON.
 */
export function isBoundedJson(text: string): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) at = endOfText(text, at)
    else if (opening.has(char)) {
      depth += 1
      values += 1
      if (depth > limits.depth) return false
    } else if (closing.has(char)) depth -= 1
    else if (char === comma) values += 1
    if (values > limits.values) return false
  }
  return true
}

/** The end of the string that begins here. */
function endOfText(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** Checks the limits of JSON bodies before parsing them. */
export function parseBoundedJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (isBoundedJson(text)) void parse(request, text, done)
    else done(apiError('request.too_complex'))
  })
}
