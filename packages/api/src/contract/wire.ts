import * as t from 'typebox'

/** ISO 8601, UTC. */
export const Timestamp = t.String({ format: 'date-time', description: 'ISO 8601, UTC' })

export const Gwei = t.Number({ description: 'gwei' })

export const Int = t.Integer({ minimum: 0 })

export const orNull = <schema extends t.TSchema>(schema: schema) => t.Union([schema, t.Null()])
