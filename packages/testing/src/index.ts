/**
 * The contracts of location-records as data. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export {};
