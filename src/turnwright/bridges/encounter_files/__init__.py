"""Import of encounter files of other programs: `importer.import_file` chooses the converter."""
