import type { FastifyReply, FastifyRequest } from 'fastify'

const exposed = 'X-Request-Id, Retry-After, Deprecation, Sunset, Link'

/** Lets pages of the listed origins read answers. A request without `Origin` is no page's and needs no header. */
export function createCors(origins: false | readonly string[]): (request: FastifyRequest, reply: FastifyReply) => void {
  const allowed = origins === false ? [] : origins
  return ({ headers: { origin } }, reply) => {
    if (origin === undefined) return
    if (allowed.includes('*')) reply.header('access-control-allow-origin', '*')
    else if (allowed.includes(origin)) reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
    else return
    reply.header('access-control-expose-headers', exposed)
  }
}

/** Answers the question a browser asks before a request with a key; `methods` is what the path answers. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]): void {
  reply
    .code(204)
    .headers({
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'X-API-Key, Authorization, Content-Type, X-Request-Id',
      'access-control-max-age': '600',
    })
    .send()
}
