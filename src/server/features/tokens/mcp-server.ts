import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js'
import type { AppContext } from '../../platform/app-context'
import { toolShape } from '../../platform/model/tool-shape'
import { NoMember, runAsPerson } from '../../platform/run-as'
import type { Tool } from '../../platform/tool'
import { instructionsFor } from './instructions'
import { actionOf, type McpCaller, runTool, toolsOf } from './tool-calls'

/** Answers one call of the protocol. A batch could hold more calls than the limit counts, so there are none. */
export async function answerMcp(app: AppContext, caller: McpCaller, call: Request, body: unknown): Promise<Response> {
  if (Array.isArray(body)) return refused(400, 'Send one message at a time.')
  const person = { ...caller, user_id: caller.token.user_id }
  const isBeginning = typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
  const instructions = isBeginning ? await runAsPerson(app, person, ctx => instructionsFor(ctx, caller.token)) : ''
  const server = new Server(
    { name: 'wheelhouse', title: 'Wheelhouse', version: '1' },
    { capabilities: { tools: {} }, instructions },
  )
  let left: NoMember | null = null
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: toolsOf(app, caller.token.scope).map(tool => describedTool(app, tool)),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = toolsOf(app, caller.token.scope).find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `This token has no tool ${params.name.slice(0, 100)}.`)
    try {
      const { text, isError } = await runTool(app, caller, tool, params.arguments ?? {})
      return { content: [{ type: 'text', text }], isError }
    } catch (error) {
      if (error instanceof NoMember) left = error
      else app.log.error({ err: error, request_id: caller.request_id, tool: tool.name }, 'A tool failed.')
      return { content: [{ type: 'text', text: 'Something went wrong on the server.' }], isError: true }
    }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const answer = await transport.handleRequest(call, { parsedBody: body })
    if (left) throw left
    return answer
  } finally {
    await server.close()
  }
}

/** A tool as clients list it. Its own schema checks the input; this one says what that is. */
function describedTool(app: AppContext, tool: Tool): McpTool {
  const isProposal = actionOf(app, tool) !== undefined
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: { ...toolShape(tool.input), type: 'object' },
    annotations: { readOnlyHint: !isProposal, destructiveHint: false, openWorldHint: false },
  }
}

function refused(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: ErrorCode.InvalidRequest, message }, id: null }, { status })
}
