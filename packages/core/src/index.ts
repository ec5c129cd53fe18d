export { BaseError, type ErrorOptions } from './errors/baseError.ts'
export { redactText, redactUrl } from './providers/redact.ts'
