import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Connection } from './callTool.ts'
import { createMcpServer } from './mcpServer.ts'

/**
 * Answers one POST of streamable HTTP. There are no sessions and no streams: each message has one answer in JSON, so a client
 * leaves nothing behind.
 */
export async function answerHttp(request: Request, body: unknown, connection: Connection): Promise<Response> {
  const server = createMcpServer(connection)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
