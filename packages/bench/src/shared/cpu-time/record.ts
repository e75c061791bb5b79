/** The record that every request of a comparison is about. */
export const record = {
  id: 'eiffel-tower',
  body: '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}',
} as const;
