import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { serve } from '../listen.ts'

/** Starts an HTTP server on a free port. If a request fails, its connection is closed. */
export const listen = (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
  serve(
    createServer((request, response) => {
      answer(request, response).catch(() => response.destroy())
    }),
  )
